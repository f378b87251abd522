import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { confirmEmailChange } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { TokenForm } from '#web/ui/controls/token-form.tsx';

export const handle = title('email_change.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, confirmEmailChange, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const cookie = flash({ type: 'success', title: message('notice.email_changed'), content: '' });
  const to = context.get(pageContext).user ? href('/user/profile') : href('/login');
  return redirect(to, { headers: { 'set-cookie': cookie } });
}

export default function EmailChange() {
  const { t } = useI18n();
  return (
    <TokenForm
      title={t('email_change.title')}
      lead={t('email_change.lead')}
      submit={t('mail.email_new.button')}
      anew={{ to: href('/user/email'), label: t('reset.again') }}
    />
  );
}
