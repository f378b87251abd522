import { type ActionFunctionArgs, Form, href, redirect, useLoaderData } from 'react-router';
import { acceptTerms } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { LegalPage } from './text/legal-page.tsx';
import { loadLegal } from './text/load-legal.ts';

export const handle = title('legal.terms');
export const loader = loadLegal('terms');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, acceptTerms, { body: { id: field('id') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: message('legal.accepted'), content: '' });
  return redirect(href('/terms'), { headers: { 'set-cookie': said } });
}

export default function Terms() {
  const { t } = useI18n();
  const text = useLoaderData<typeof loader>();
  return (
    <LegalPage text={text} title={t('legal.terms')}>
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      {text.pending ? (
        <Form method="post" className="panel stack">
          <p>{t('legal.accept_more')}</p>
          <input type="hidden" name="id" value={text.id ?? ''} />
          <div>
            <Button>{t('legal.accept')}</Button>
          </div>
        </Form>
      ) : null}
    </LegalPage>
  );
}
