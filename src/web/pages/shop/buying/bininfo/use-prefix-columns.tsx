import type { Prefix } from '#contracts/shop/prefixes.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { Money } from '#web/ui/display/money.tsx';

/** The columns of the prefix directory; the server sorts by those with a sort link. */
export function usePrefixColumns(): Column<Prefix>[] {
  const { t, number } = useI18n();
  return [
    {
      key: 'prefix',
      header: t('card.prefix'),
      sortable: true,
      priority: 'side',
      cell: ({ prefix, kind }) => (prefix ? <span className="numerals">{prefix}</span> : t(`prefixes.kind.${kind}`)),
    },
    { key: 'name', header: t('card.programme'), sortable: true, priority: 'lead', cell: (row) => row.programme.name },
    { key: 'issuer', header: t('card.issuer'), cell: (row) => row.issuer },
    { key: 'kind', header: t('prefixes.kind'), priority: 'low', cell: (row) => t(`prefixes.kind.${row.kind}`) },
    { key: 'level', header: t('card.level'), cell: (row) => row.level },
    { key: 'countries', header: t('card.country'), cell: (row) => <Countries {...row} /> },
    { key: 'on_sale', header: t('prefixes.on_sale'), sortable: true, align: 'end', cell: (row) => number(row.on_sale) },
    {
      key: 'price',
      header: t('prefixes.from'),
      sortable: true,
      align: 'end',
      cell: (row) => <Money cents={row.from_price_cents} />,
    },
    { key: 'terms', header: t('prefixes.terms'), cell: (row) => <Terms {...row} /> },
  ];
}

function Countries({ countries, currency }: Prefix) {
  const { country } = useI18n();
  return `${countries.map((code) => country(code)).join(', ')} (${currency})`;
}

function Terms({ redemption, expiry_policy }: Prefix) {
  const { t } = useI18n();
  return (
    <details>
      <summary>{t('prefixes.show_terms')}</summary>
      <p>{redemption}</p>
      <p className="muted">{expiry_policy}</p>
    </details>
  );
}
