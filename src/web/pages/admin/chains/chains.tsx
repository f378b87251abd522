import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { liftSpendingBlock, listSpendingBlocks } from '#contracts/spending.ts';
import { listUnclaimedDeposits, type UnclaimedDeposit } from '#contracts/unclaimed-deposits.ts';
import { type ChainStatus, listChains } from '#contracts/watcher.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import '#web/styles/billing.css';

export const handle = title('admin.chains');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [chains, suspense, blocks] = await Promise.all([
    read(where, listChains),
    read(where, listUnclaimedDeposits),
    read(where, listSpendingBlocks),
  ]);
  return { chains: chains.data, suspense: suspense.data, blocks: blocks.data };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, liftSpendingBlock, { params: { id: field('id') } });
  return outcome.ok ? redirect('/admin/chains') : refused(outcome.refusal, {});
}

export default function AdminChains() {
  const { t } = useI18n();
  const { chains } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('admin.chains')} lead={t('admin.chains_lead')} />
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      <div className="stack">
        <Blocks />
        {chains.length ? (
          <div className="columns">
            {chains.map((chain) => (
              <Chain key={chain.coin} chain={chain} />
            ))}
          </div>
        ) : (
          <Empty title={t('chains.none')}>{t('chains.none_more')}</Empty>
        )}
        <Suspense />
      </div>
    </>
  );
}

function Blocks() {
  const { t, money } = useI18n();
  const { blocks } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === 'submitting';
  if (!blocks.length) return null;
  return (
    <section className="stack" aria-labelledby="blocks">
      <h2 id="blocks">{t('blocks.title')}</h2>
      <ul className="lines-list panel">
        {blocks.map(({ user_id, username, owed_cents, blocked_at }) => (
          <li key={user_id}>
            <div>
              <p>{t('blocks.owes', { name: username, amount: money(owed_cents) })}</p>
              <p className="small muted">
                <Time at={blocked_at} />
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="id" value={user_id} />
              <Button variant="secondary" size="small" busy={busy} aria-label={t('blocks.lift_of', { name: username })}>
                {t('blocks.lift')}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Chain({ chain }: { chain: ChainStatus }) {
  const { t, number, coins } = useI18n();
  const shown = (value: number | null) => (value === null ? t('chains.unknown') : number(value));
  const facts: [string, string][] = [
    [t('chains.height'), shown(chain.height)],
    [t('chains.tip'), shown(chain.tip_height)],
    [t('chains.lag'), shown(chain.lag)],
    [t('chains.highest_index'), chain.highest_index === null ? t('chains.none_given') : number(chain.highest_index)],
    [t('chains.gap'), number(chain.largest_gap)],
    [
      t('chains.suspense'),
      t('chains.suspense_of', {
        count: chain.suspense.deposits,
        amount: coins(chain.suspense.units, chain.coin),
      }),
    ],
  ];
  return (
    <section className="panel stack" aria-labelledby={`chain-${chain.coin}`}>
      <div className="row">
        <h2 id={`chain-${chain.coin}`}>
          {chain.coin} <span className="muted">{chain.network}</span>
        </h2>
        <Tag tone={chain.state === 'following' ? 'good' : 'bad'}>{t(`chains.${chain.state}`)}</Tag>
      </div>
      {chain.reason ? <Alert tone="warn">{chain.reason}</Alert> : null}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('chains.checked')}</dt>
          <dd>{chain.checked_at ? <Time at={chain.checked_at} /> : t('chains.unknown')}</dd>
        </div>
      </dl>
      {chain.hash ? <Copyable label={t('chains.cursor')} value={chain.hash} /> : null}
      <Copyable label={t('chains.descriptor')} value={chain.descriptor} />
      <p className="small muted">{t('chains.import', { to: chain.import_to })}</p>
    </section>
  );
}

function Suspense() {
  const { t, coins } = useI18n();
  const { suspense } = useLoaderData<typeof loader>();
  return (
    <section className="stack" aria-labelledby="suspense">
      <h2 id="suspense">{t('chains.suspense')}</h2>
      <p className="muted">{t('suspense.about')}</p>
      {suspense.length ? (
        <ul className="lines-list panel">
          {suspense.map((one) => (
            <li key={one.id}>
              <div>
                <p className="row">
                  <Link to={`/admin/unclaimed-deposits/${one.id}`}>{coins(one.amount_units, one.coin)}</Link>
                  <Tag>{t(`suspense.tag.${stateOf(one)}`)}</Tag>
                </p>
                <p className="small">
                  <code>{one.txid}</code>
                </p>
              </div>
              <Time at={one.first_seen_at} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('suspense.none')}</p>
      )}
    </section>
  );
}

function stateOf({ assigned, height, decisions }: UnclaimedDeposit) {
  if (assigned) return 'assigned';
  if (height === null) return 'gone';
  return decisions.length ? 'proposed' : 'nobody';
}
