import { type ActionFunctionArgs, redirect } from 'react-router';
import { confirmEmail } from '#contracts/account.ts';
import { attempt } from '#web/api.ts';
import { sessionContext } from '#web/context.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { TokenForm } from '#web/ui/token-form.tsx';
import { say } from '#words/say.ts';

export const handle = title('email_change.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, confirmEmail, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: say('notice.email_changed'), content: '' });
  const to = context.get(sessionContext) ? '/user/profile' : '/login';
  return redirect(to, { headers: { 'set-cookie': said } });
}

export default function EmailChange() {
  const { t } = useWords();
  return (
    <TokenForm
      title={t('email_change.title')}
      lead={t('email_change.lead')}
      submit={t('mail.email_new.button')}
      anew={{ to: '/user/email', label: t('reset.again') }}
    />
  );
}
