import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { stopEmailChange } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { TokenForm } from '#web/ui/controls/token-form.tsx';

export const handle = title('email_stop.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, stopEmailChange, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const cookie = flash({
    type: 'success',
    title: message('email_stop.done'),
    content: message('email_stop.done_more'),
  });
  return redirect(href('/forgot'), { headers: { 'set-cookie': cookie } });
}

export default function EmailChangeStop() {
  const { t } = useI18n();
  return (
    <TokenForm
      title={t('email_stop.title')}
      lead={t('email_stop.lead')}
      submit={t('mail.email_old.button')}
      anew={{ to: href('/forgot'), label: t('mail.not_you.button') }}
    />
  );
}
