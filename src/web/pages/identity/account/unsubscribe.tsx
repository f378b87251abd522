import { type ActionFunctionArgs, data, href, useSearchParams } from 'react-router';
import { reminders, unsubscribe } from '#contracts/messages/notifications.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useSaid } from '#web/live/said/use-said.ts';
import { attempt } from '#web/server/api.ts';
import { TokenForm } from '#web/ui/controls/token-form.tsx';

export const handle = title('unsubscribe.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const kind = reminders.find((one) => one === url.searchParams.get('kind')) ?? reminders[0];
  const outcome = await attempt({ context, url }, unsubscribe, { query: { kind, token: field('token') } });
  return outcome.ok ? data({ done: true }) : refused(outcome.refusal, {});
}

export default function Unsubscribe() {
  const { t } = useI18n();
  const result = useActionResult() as { done?: boolean } | undefined;
  const [query] = useSearchParams();
  useSaid(result?.done ? t('unsubscribe.done') : null);
  if (result?.done)
    return (
      <div className="panel stack">
        <h1>{t('unsubscribe.title')}</h1>
        <p>{t('unsubscribe.done')}</p>
      </div>
    );
  return (
    <TokenForm
      key={query.toString()}
      title={t('unsubscribe.title')}
      lead={t('unsubscribe.lead')}
      submit={t('unsubscribe.submit')}
      anew={{ to: href('/user/notifications'), label: t('settings.title') }}
    />
  );
}
