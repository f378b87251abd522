import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { getUser, listUserRecords, RECORD_KINDS } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { AlertTable } from '#web/pages/oversight/admin/alerts/alert-table.tsx';
import { read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Account, AccountFigures } from './user/account.tsx';
import { Actions } from './user/actions.tsx';
import { Links } from './user/links.tsx';
import { Proposals } from './user/proposals.tsx';
import { Records } from './user/records.tsx';
import { fieldsOf, runDecision } from './user/run-decision.ts';
import { Tabs } from './user/tabs.tsx';

export const handle = title('title.of', ({ user }: { user: { username: string } }) => ({ name: user.username }));

export async function loader(args: LoaderFunctionArgs) {
  const { context, url, params } = args;
  const id = params.id ?? '';
  const asked = url.searchParams.get('tab');
  const tab = asked === 'actions' ? asked : (RECORD_KINDS.find((kind) => kind === asked) ?? null);
  const where = { context, url };
  const [{ data }, records] = await Promise.all([
    read(where, getUser, { params: { id } }),
    tab === null || tab === 'actions'
      ? null
      : read(where, listUserRecords, { params: { id }, query: { kind: tab, ...pageQueryOf(url) } }).then((page) => ({
          kind: tab,
          ...page,
        })),
  ]);
  return withPreserved({ user: data, tab, records, key: crypto.randomUUID() }, args);
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = params.id ?? '';
  const values = fieldsOf(field);
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const outcome = await runDecision(where, {
    id,
    values,
    locale: context.get(pageContext).locale,
    identity: field('identity'),
    request: field('request'),
  });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message('users.done'), content: '' });
  return redirect(goOn(field, url, `${href('/admin/users/:id', { id })}${url.search}`), {
    headers: { 'set-cookie': toast },
  });
}

export default function AdminUser() {
  const { t } = useI18n();
  const { user, tab, records } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('review.person', { name: user.username })}>
        <Link to={href('/admin/users')}>{t('users.title')}</Link>
      </PageHead>
      <Tabs tab={tab} />
      <div className="office">
        {tab === null ? <Overview /> : null}
        {tab === 'actions' ? <Actions /> : null}
        {records ? <Records {...records} /> : null}
      </div>
    </>
  );
}

function Overview() {
  const { t } = useI18n();
  const { user } = useLoaderData<typeof loader>();
  return (
    <>
      <AccountFigures user={user} />
      <Account user={user} />
      <Proposals proposals={user.proposals} />
      <Links />
      <section className="stack" aria-labelledby="alerts">
        <h2 id="alerts">{t('alerts.title')}</h2>
        <AlertTable alerts={user.alerts} empty={<p className="muted">{t('review.alerts_none')}</p>} />
      </section>
    </>
  );
}
