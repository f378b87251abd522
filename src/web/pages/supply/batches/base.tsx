import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import * as contract from '#contracts/supply/batches.ts';
import { listShapes } from '#contracts/supply/imports.ts';
import { askIssuer, getIssuerCheck } from '#contracts/supply/issuers.ts';
import { CARD_STATES, getBatch, listBatchCards, listBatchHistory } from '#contracts/supply/stock.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { isMultipart } from '#web/forms/is-multipart.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { pricesOf } from '../prices/prices-of.ts';
import { BatchHistory } from './base/batch-history.tsx';
import { Brakes } from './base/brakes.tsx';
import { Cards } from './base/cards.tsx';
import { Issuer } from './base/issuer.tsx';
import { PriceRule } from './base/price-rule.tsx';
import { Provenance } from './base/provenance.tsx';
import { sendManifest } from './base/send-manifest.ts';
import { Shapes } from './base/shapes.tsx';
import '#web/styles/office/admin.css';

export const handle = title('title.of', ({ batch }: { batch: { name: string } }) => ({ name: batch.name }));

const JUDGES = ['importer', 'approver', 'auditor'];

export async function loader(where: LoaderFunctionArgs) {
  const { searchParams } = where.url;
  const { roles } = where.context.get(pageContext).user ?? {};
  const params = { id: where.params.id ?? '' };
  const state = CARD_STATES.find((one) => one === searchParams.get('state'));
  const cursor = searchParams.get('cursor');
  const query = { ...(state && { state }), ...(cursor && { cursor }) };
  const [batch, cards, history, issuer, shapes] = await Promise.all([
    read(where, getBatch, { params }),
    read(where, listBatchCards, { params, query }),
    holdsDuty(roles, 'seller') ? null : read(where, listBatchHistory, { params, query: pageQueryOf(where.url) }),
    holdsDuty(roles, 'seller') ? null : read(where, getIssuerCheck, { params }),
    holdsDuty(roles, ...JUDGES) ? read(where, listShapes, { params }) : null,
  ]);
  const pageOf = (link: string | null) => link && nearby(link, searchParams);
  const { prev, next } = cards.links;
  return withPreserved(
    {
      batch: batch.data,
      cards: cards.data,
      prev: pageOf(prev),
      next: pageOf(next),
      history,
      issuer: issuer?.data ?? null,
      shapes: shapes?.data ?? [],
      key: crypto.randomUUID(),
    },
    where,
  );
}

/** The page with the cards that a link of the API leads to. */
function nearby(link: string, here: URLSearchParams): string {
  const query = new URLSearchParams(here);
  query.set('cursor', new URL(link, 'http://api').searchParams.get('cursor') ?? '');
  return `?${query}`;
}

const BRAKES = {
  pause: contract.pauseBatch,
  resume: contract.resumeBatch,
  withdraw: contract.withdrawBatch,
  release: contract.releaseBrake,
};
const isBrake = (decision: string): decision is keyof typeof BRAKES => Object.hasOwn(BRAKES, decision);
const VERDICTS = { approve: contract.approveBatch, reject: contract.rejectBatch };

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  if (isMultipart(request)) {
    const sent = await sendManifest(request, { context, url }, id);
    return sent.ok ? done(id, 'manifest') : refused(sent.refusal, { decision: 'manifest' });
  }
  const field = await readForm(request);
  const fields = ['decision', 'reason', 'price', 'discount', 'follows_rate', 'why'];
  const values = Object.fromEntries(fields.map((name) => [name, field(name)]));
  const outcome = await decide({ context, url, preserve: values, sheet: field('sheet') === '1' }, id, field);
  if (!outcome.ok) return refused(outcome.refusal, values);
  return done(id, asked(field('decision')));
}

function done(id: string, what: keyof typeof SAID) {
  const said = flash({ type: 'success', title: message(SAID[what]), content: '' });
  return redirect(href('/reseller/base/:id', { id }), { headers: { 'set-cookie': said } });
}

const SAID = {
  approve: 'approvals.decided.approve',
  reject: 'approvals.decided.reject',
  pause: 'reseller.paused',
  resume: 'reseller.resumed',
  withdraw: 'reseller.withdrawn',
  release: 'reseller.released',
  void: 'reseller.voided',
  price: 'reseller.priced',
  rule: 'reseller.priced',
  ask: 'reseller.asked',
  manifest: 'reseller.manifest_used',
} as const;

const asked = (decision: string) => (decision in SAID ? decision : 'price') as keyof typeof SAID;

async function decide(where: Where, id: string, field: Awaited<ReturnType<typeof readForm>>) {
  const decision = asked(field('decision'));
  const [params, reason] = [{ id }, field('reason')];
  if (isBrake(decision)) {
    return attempt(where, BRAKES[decision], { params, body: { reason } });
  }
  if (decision === 'approve' || decision === 'reject') {
    return attempt(where, VERDICTS[decision], { params, body: { proposal_id: field('proposal_id'), reason } });
  }
  if (decision === 'ask') return attempt(where, askIssuer, { params });
  if (decision === 'void') {
    const why = field('why') === 'unusable' ? 'unusable' : 'mistaken';
    return attempt(where, contract.voidCards, { params, body: { ids: field.all('ids'), why, reason } });
  }
  const { locale } = where.context.get(pageContext);
  const body = pricesOf(field, decision === 'rule', locale);
  if ('refusal' in body) return { ok: false as const, ...body };
  return attempt(where, contract.changePrices, { params, body, idempotencyKey: field('key') });
}

export default function Base() {
  const { t } = useI18n();
  const { batch, cards, prev, next, history, issuer, shapes, key } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const priced = batch.state !== 'withdrawn' && roles.includes('importer');
  return (
    <>
      <PageHead title={batch.name} lead={batch.proposal ? t('approvals.batch_lead') : undefined}>
        {history ? <Link to={href('/reseller/import/:id', { id: batch.id })}>{t('imports.title')}</Link> : null}
      </PageHead>
      <div className="office">
        <div className="columns">
          <Provenance batch={batch} />
          <div className="stack">
            {batch.proposal && history ? <Judge proposal={batch.proposal} idempotencyKey={key} /> : null}
            <Shapes files={shapes} />
            {batch.braked_at ? <Alert tone="bad">{t('reseller.is_braked')}</Alert> : null}
            <Brakes
              state={batch.state}
              braked={batch.braked_at !== null}
              mayBrake={roles.includes('approver')}
              idempotencyKey={key}
            />
            {batch.state !== 'draft' && issuer ? <Issuer issuer={issuer} mayConfirm={priced} /> : null}
            {priced ? <PriceRule batch={batch} idempotencyKey={key} /> : null}
          </div>
        </div>
        <Cards
          batch={batch}
          cards={cards}
          prev={prev}
          next={next}
          mayPrice={priced}
          mayVoid={roles.includes('approver') && batch.state !== 'draft'}
          idempotencyKey={key}
        />
        {history ? <BatchHistory history={history} /> : null}
      </div>
    </>
  );
}
