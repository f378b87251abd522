import { type ActionFunctionArgs, redirect } from 'react-router';
import { stopEmail } from '#contracts/account.ts';
import { attempt } from '#web/api.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { TokenForm } from '#web/ui/token-form.tsx';
import { say } from '#words/say.ts';

export const handle = title('email_stop.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, stopEmail, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: say('email_stop.done'), content: say('email_stop.done_more') });
  return redirect('/forgot', { headers: { 'set-cookie': said } });
}

export default function EmailChangeStop() {
  const { t } = useWords();
  return (
    <TokenForm
      title={t('email_stop.title')}
      lead={t('email_stop.lead')}
      submit={t('mail.email_old.button')}
      anew={{ to: '/forgot', label: t('mail.not_you.button') }}
    />
  );
}
