import type { DocumentLine, TaxDocument } from '#contracts/office/tax.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRate } from '#web/i18n/use-rate.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** An invoice or a credit note with all that the law wants on it. */
export function DocumentSheet({ document }: { document: TaxDocument }) {
  const { t, country, money } = useI18n();
  const rate = useRate();
  const { id, kind, number, operator, buyer, lines } = document;
  const total = (cents: number) => money(kind === 'invoice' ? cents : -cents);
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 id={id}>{t('document.of', { kind, number })}</h2>
      <Facts
        facts={[
          { label: t('document.seller'), value: operator.legal_name },
          {
            label: t('document.address'),
            value: `${operator.street}, ${operator.postal_code} ${operator.city}, ${country(operator.country)}`,
          },
          operator.vat_id !== null && { label: t('operator.vat_id'), value: operator.vat_id },
          operator.tax_number !== null && { label: t('operator.tax_number'), value: operator.tax_number },
          {
            label: t('document.buyer'),
            value: buyer.country ? `${buyer.name}, ${country(buyer.country)}` : buyer.name,
          },
          { label: t('document.issued_at'), value: <Time at={document.issued_at} /> },
          { label: t('document.supplied', { kind }), value: <Time at={document.supplied_at} /> },
          document.invoice_number !== null && { label: t('document.takes_off'), value: document.invoice_number },
        ]}
      />
      <Lines lines={lines} total={total} />
      <Facts
        facts={[
          ...document.by_rate.flatMap(({ rate_bp, net_cents, vat_cents }) =>
            rate_bp === null
              ? [{ label: `${t('document.net')}, ${t('document.no_rate')}`, value: total(net_cents) }]
              : [
                  { label: `${t('document.net')}, ${rate(rate_bp)}`, value: total(net_cents) },
                  { label: `${t('document.vat')}, ${rate(rate_bp)}`, value: total(vat_cents) },
                ],
          ),
          { label: t('document.gross'), value: <strong className="money">{total(document.gross_cents)}</strong> },
        ]}
      />
      {lines.some(({ voucher_kind }) => voucher_kind === 'multi_purpose') ? (
        <p className="small">{t('document.multi_purpose')}</p>
      ) : null}
    </section>
  );
}

function Lines({ lines, total }: { lines: DocumentLine[]; total: (cents: number) => string }) {
  const { t, country, face } = useI18n();
  const rate = useRate();
  const columns: Column<DocumentLine>[] = [
    {
      key: 'card',
      header: t('document.card'),
      priority: 'lead',
      cell: (line) => `${line.programme}, ${face(line.face_cents, line.currency)}`,
    },
    { key: 'kind', header: t('tax.voucher_kind'), cell: ({ voucher_kind }) => t(`tax.${voucher_kind}`) },
    {
      key: 'rate',
      header: t('document.rate'),
      cell: (line) =>
        line.rate_bp === null
          ? t('document.no_rate')
          : t('document.rate_in', { rate: rate(line.rate_bp), country: country(line.country) }),
    },
    { key: 'vat', header: t('document.vat'), align: 'end', cell: ({ vat_cents }) => total(vat_cents) },
    {
      key: 'gross',
      header: t('document.gross'),
      align: 'end',
      priority: 'side',
      cell: ({ gross_cents }) => total(gross_cents),
    },
  ];
  return (
    <Table
      caption={t('document.card')}
      columns={columns}
      rows={lines}
      keyOf={({ line_id }) => line_id}
      empty={<Empty picture="files" title={t('document.none')} />}
    />
  );
}
