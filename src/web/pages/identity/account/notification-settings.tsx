import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { changePush, endPush, getPush, PUSH_TOPICS, subscribePush } from '#contracts/identity/push.ts';
import { changeNotificationSettings, getNotificationSettings } from '#contracts/messages/notifications.ts';
import { type Message, message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { PushPanel } from './push/push-panel.tsx';

export const handle = title('settings.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [{ data: settings }, { data: push }] = await Promise.all([
    read(where, getNotificationSettings),
    read(where, getPush),
  ]);
  return { settings, push };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const intent = field('intent');
  if (intent) return savePush(where, intent, field);
  const { data: known } = await read(where, getNotificationSettings);
  const [inbox, mail] = [field.all('inbox'), field.all('mail')];
  const settings = known.map(({ kind }) => ({ kind, inbox: inbox.includes(kind), mail: mail.includes(kind) }));
  const outcome = await attempt(where, changeNotificationSettings, { body: { settings } });
  return outcome.ok ? saved(message('profile.saved')) : refused(outcome.refusal, { form: 'settings' });
}

async function savePush(
  where: Pick<ActionFunctionArgs, 'context' | 'url'>,
  intent: string,
  field: Awaited<ReturnType<typeof readForm>>,
) {
  const params = { id: field('id') };
  const topics = PUSH_TOPICS.filter((topic) => field.all('topic').includes(topic));
  const keys = { p256dh: field('p256dh'), auth: field('auth') };
  const browser = { endpoint: field('endpoint'), keys };
  const outcome =
    intent === 'subscribe' || intent === 'come_over'
      ? await attempt(where, subscribePush, { body: { ...browser, ...(intent === 'come_over' && { topics }) } })
      : intent === 'end'
        ? await attempt(where, endPush, { params })
        : await attempt(where, changePush, { params, body: { topics } });
  if (!outcome.ok) return refused(outcome.refusal, { form: 'push' });
  if (intent === 'come_over') return redirect(href('/user/notifications'));
  if (intent === 'subscribe') return saved(message('push.turned_on'));
  return saved(intent === 'end' ? message('push.turned_off') : message('profile.saved'));
}

function saved(title: Message) {
  const cookie = flash({ type: 'success', title, content: '' });
  return redirect(href('/user/notifications'), { headers: { 'set-cookie': cookie } });
}

export default function NotificationSettings() {
  const { t } = useI18n();
  const { settings, push } = useLoaderData<typeof loader>();
  const result = useActionResult() as { refusal?: Refusal; values?: { form: string } } | undefined;
  const refusalOf = (form: string) => (result?.values?.form === form ? result.refusal : undefined);
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <PageHead title={t('settings.title')} lead={t('settings.lead')} />
      <Form method="post" className="panel stack">
        <FormErrors refusal={refusalOf('settings')} />
        <table className="settings-table">
          <caption className="visually-hidden">{t('settings.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('settings.kind')}</th>
              <th scope="col">{t('settings.inbox')}</th>
              <th scope="col">{t('settings.mail')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ kind, inbox, mail }) => {
              const name = t(`settings.kind.${kind}`);
              return (
                <tr key={kind}>
                  <th scope="row">{name}</th>
                  <td>
                    <input
                      type="checkbox"
                      name="inbox"
                      value={kind}
                      defaultChecked={inbox}
                      aria-label={t('settings.inbox_of', { kind: name })}
                    />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      name="mail"
                      value={kind}
                      defaultChecked={mail}
                      aria-label={t('settings.mail_of', { kind: name })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="small muted">{t('settings.always')}</p>
        <div>
          <Button variant="secondary" busy={busy}>
            {t('form.save')}
          </Button>
        </div>
      </Form>
      <PushPanel push={push} refusal={refusalOf('push')} />
    </>
  );
}
