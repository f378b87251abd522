import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { openBatch } from '#contracts/supply/batches.ts';
import { batchOptions } from '#contracts/supply/stock.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { HashedFile } from '../evidence/hashed-file.tsx';
import { parsePercent } from '../prices/percent.ts';

export const handle = title('reseller.open');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, batchOptions);
  return {
    programmes: data.active_programmes,
    suppliers: data.suppliers,
    sellers: data.open_sellers,
    key: crypto.randomUUID(),
  };
}

const TEXTS = [
  'programme_id',
  'name',
  'supplier',
  'invoice_reference',
  'invoice_date',
  'evidence_sha256',
  'authorisation_reference',
  'authorised_from',
] as const;
const FIELDS = [
  ...TEXTS,
  'authorised_until',
  'discount_bp',
  'floor_bp',
  'cost_bp',
  'follows_rate',
  'seller_id',
] as const;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const { locale } = context.get(pageContext);
  const values = Object.fromEntries(FIELDS.map((name) => [name, field(name)])) as Record<
    (typeof FIELDS)[number],
    string
  >;
  const texts = Object.fromEntries(TEXTS.map((name) => [name, values[name].trim()])) as Record<
    (typeof TEXTS)[number],
    string
  >;
  const body = {
    ...texts,
    evidence_sha256: texts.evidence_sha256.toLowerCase(),
    seller_id: values.seller_id || null,
    authorised_until: values.authorised_until || null,
    // What isn't a percentage is refused where every other field is.
    ...(values.discount_bp.trim() && { discount_bp: parsePercent(values.discount_bp, locale) ?? Number.NaN }),
    floor_bp: values.floor_bp.trim() ? (parsePercent(values.floor_bp, locale) ?? Number.NaN) : null,
    cost_bp: values.cost_bp.trim() ? (parsePercent(values.cost_bp, locale) ?? Number.NaN) : null,
    follows_rate: values.follows_rate === 'on',
  };
  const outcome = await attempt({ context, url }, openBatch, { body, idempotencyKey: field('key') });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message('reseller.opened_batch'), content: '' });
  const { id } = outcome.reply.data;
  return redirect(href('/reseller/base/:id', { id }), { headers: { 'set-cookie': said } });
}

export default function NewBatch() {
  const { t } = useI18n();
  const { programmes } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('reseller.open')} lead={t('reseller.open_lead')}>
        <Link to={href('/reseller')}>{t('reseller.title')}</Link>
      </PageHead>
      {programmes.length > 0 ? <Facts /> : <Alert tone="info">{t('reseller.no_programme')}</Alert>}
    </>
  );
}

function Facts() {
  const { t } = useI18n();
  const { programmes, suppliers, sellers, key } = useLoaderData<typeof loader>();
  const refusal = useActionResult<{ refusal: Parameters<typeof FormErrors>[0]['refusal']; values: Typed }>();
  const typed: Typed = refusal?.values ?? {};
  const of = (name: (typeof FIELDS)[number]) => ({
    name,
    autoComplete: 'off',
    defaultValue: typed[name],
    errors: refusal?.refusal?.errors[name],
  });
  return (
    <Form method="post" className="panel stack narrow" noValidate>
      <FormErrors refusal={refusal?.refusal} fields={FIELDS} />
      <input type="hidden" name="key" value={key} />
      <Select label={t('approvals.of_programme')} {...of('programme_id')}>
        {programmes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {sellers.length > 0 ? (
        <Select label={t('seller.one')} hint={t('seller.of_batch_more')} {...of('seller_id')}>
          <option value="">{t('seller.own_stock')}</option>
          {sellers.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ) : null}
      <Field label={t('reseller.name')} hint={t('reseller.name_more')} maxLength={120} required {...of('name')} />
      <Field label={t('approvals.supplier')} list="suppliers" maxLength={160} required {...of('supplier')} />
      <datalist id="suppliers">
        {suppliers.map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <Field label={t('reseller.invoice_reference')} maxLength={120} required {...of('invoice_reference')} />
      <Field label={t('reseller.invoice_date')} type="date" required {...of('invoice_date')} />
      <HashedFile into="evidence_sha256" label={t('reseller.evidence_file')} />
      <Field
        label={t('approvals.evidence')}
        hint={t('reseller.evidence_more')}
        maxLength={64}
        spellCheck={false}
        required
        {...of('evidence_sha256')}
      />
      <Field
        label={t('reseller.authorisation')}
        hint={t('reseller.authorisation_more')}
        maxLength={120}
        required
        {...of('authorisation_reference')}
      />
      <Field label={t('reseller.authorised_from')} type="date" required {...of('authorised_from')} />
      <Field
        label={t('reseller.authorised_until')}
        hint={t('reseller.authorised_until_more')}
        type="date"
        {...of('authorised_until')}
      />
      <Field
        label={t('reseller.discount')}
        hint={t('reseller.discount_rule')}
        inputMode="decimal"
        {...of('discount_bp')}
      />
      <Field label={t('programmes.floor')} hint={t('reseller.floor_more')} inputMode="decimal" {...of('floor_bp')} />
      <Field label={t('reseller.cost')} hint={t('reseller.cost_more')} inputMode="decimal" {...of('cost_bp')} />
      <Checkbox
        name="follows_rate"
        label={t('reseller.follows_rate')}
        hint={t('reseller.follows_rate_more')}
        defaultChecked={typed.follows_rate === 'on'}
      />
      <p>
        <Button busy={useNavigation().state === 'submitting'}>{t('reseller.open')}</Button>
      </p>
    </Form>
  );
}

type Typed = Partial<Record<(typeof FIELDS)[number], string>>;
