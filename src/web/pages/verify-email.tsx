import { type ActionFunctionArgs, redirect } from 'react-router';
import { verifyEmail } from '#contracts/auth.ts';
import { attempt } from '#web/api.ts';
import { sessionContext } from '#web/context.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { TokenForm } from '#web/ui/token-form.tsx';
import { say } from '#words/say.ts';

export const handle = title('verify.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, verifyEmail, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: say('verify.done'), content: '' });
  return redirect(context.get(sessionContext) ? '/activation' : '/login', { headers: { 'set-cookie': said } });
}

export default function VerifyEmail() {
  const { t } = useWords();
  const anew = { to: '/activation', label: t('reset.again') };
  return <TokenForm title={t('verify.title')} lead={t('verify.why')} submit={t('verify.submit')} anew={anew} />;
}
