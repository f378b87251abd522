import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import * as contract from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { parsePercent, percentField } from '../prices/percent.ts';
import { SellerFacts } from './seller/seller-facts.tsx';
import { SellerForms } from './seller/seller-forms.tsx';
import { ShareWaits } from './seller/share-waits.tsx';
import { TERMS, termsOf, typedTerms } from './seller/terms-fields.tsx';
import '#web/styles/office/admin.css';

export const handle = title('title.of', ({ seller }: { seller: { legal_name: string } }) => ({
  name: seller.legal_name,
}));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, contract.getSeller, { params: { id: where.params.id ?? '' } });
  const { locale } = where.context.get(pageContext);
  const terms = typedTerms(data.terms, (basis_points) => percentField(basis_points, locale));
  return withPreserved({ seller: data, terms, key: crypto.randomUUID() }, where);
}

const SAID = {
  approve: 'approvals.decided.approve',
  reject: 'approvals.decided.reject',
  verify: 'seller.asked',
  terms: 'seller.asked',
  suspend: 'seller.suspended',
  end: 'seller.ended',
  login: 'seller.login_set',
  contact: 'seller.contact_changed',
  'release-share': 'users.done',
} as const;
const asked = (decision: string) => (decision in SAID ? decision : 'verify') as keyof typeof SAID;

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const names = ['decision', 'reason', 'reference', 'checked_on', 'username', 'contact_email', ...TERMS];
  const values = Object.fromEntries(names.map((name) => [name, field(name)]));
  const outcome = await decide({ context, url, preserve: values, sheet: field('sheet') === '1' }, id, field);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(SAID[asked(field('decision'))]), content: '' });
  return redirect(href('/reseller/sellers/:id', { id }), { headers: { 'set-cookie': said } });
}

async function decide(where: Where, id: string, field: Awaited<ReturnType<typeof readForm>>) {
  const [params, reason, decision] = [{ id }, field('reason'), asked(field('decision'))];
  switch (decision) {
    case 'approve':
    case 'reject': {
      const verdict = decision === 'approve' ? ('approved' as const) : ('rejected' as const);
      const body = { proposal_id: field('proposal_id'), decision: verdict, reason };
      return attempt(where, contract.decideSeller, { params, body });
    }
    case 'suspend':
      return attempt(where, contract.suspendSeller, { params, body: { reason } });
    case 'end':
      return attempt(where, contract.endSeller, { params, body: { reason } });
    case 'login': {
      const body = { username: field('username').trim() || null, reason };
      return attempt(where, contract.linkLogin, { params, body });
    }
    case 'contact':
      return attempt(where, contract.changeContact, {
        params,
        body: { contact_email: field('contact_email'), reason },
      });
    case 'release-share':
      return attempt(where, contract.releaseSellerShare, { params, body: { reason } });
    case 'terms': {
      const { locale } = where.context.get(pageContext);
      const body = { ...termsOf(field, locale, parsePercent), reason };
      return attempt(where, contract.proposeTerms, { params, body });
    }
    default: {
      const owners = field('owners')
        .split('\n')
        .map((name) => name.trim())
        .filter(Boolean);
      const body = { reference: field('reference'), checked_on: field('checked_on'), owners, reason };
      return attempt(where, contract.proposeVerification, { params, body });
    }
  }
}

export default function Seller() {
  const { t } = useI18n();
  const { seller, terms, key } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const { id, proposal } = seller;
  return (
    <>
      <PageHead title={seller.legal_name} lead={t('seller.page_lead')}>
        {holdsDuty(roles, 'payouts', 'approver', 'auditor', 'seller') ? (
          <Link to={href('/reseller/sellers/:id/payouts', { id })}>{t('payout.title')}</Link>
        ) : null}
        <Link to={`${href('/reseller')}?seller_id=${id}`}>{t('reseller.batches')}</Link>
      </PageHead>
      <div className="columns">
        <SellerFacts seller={seller} />
        {roles.includes('seller') ? null : (
          <div className="stack">
            {seller.share_waits ? <ShareWaits waits={seller.share_waits} roles={roles} idempotencyKey={key} /> : null}
            {proposal ? <Judge proposal={proposal} idempotencyKey={key} /> : null}
            <SellerForms seller={seller} terms={terms} roles={roles} idempotencyKey={key} />
          </div>
        )}
      </div>
    </>
  );
}
