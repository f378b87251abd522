import { Form, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listPrefixes } from '#contracts/prefixes.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf, searchOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import '#web/styles/pairs.css';

export const handle = title('prefixes.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searchOf(url.searchParams);
  const reply = await read({ context, url }, listPrefixes, { query: { ...(q && { q }), ...pageQueryOf(url) } });
  return { q, ...reply };
}

export default function Bininfo() {
  const { t, country, number } = useI18n();
  const { q, data: rows, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('prefixes.title')} lead={t('prefixes.lead')} />
      <Form className="search" role="search" key={q}>
        <Field name="q" label={t('prefixes.q')} type="search" defaultValue={q} autoComplete="off" />
        <Button variant="secondary">{t('list.search')}</Button>
      </Form>
      {rows.length ? (
        <table className="table panel" data-pairs>
          <thead>
            <tr>
              <th>{t('card.prefix')}</th>
              <th>{t('card.programme')}</th>
              <th>{t('card.issuer')}</th>
              <th>{t('card.country')}</th>
              <th>{t('card.level')}</th>
              <th className="number">{t('prefixes.on_sale')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td data-label={t('card.prefix')} data-first data-end>
                  {row.prefix ? <code>{row.prefix}</code> : t('card.claim_code')}
                </td>
                <td data-label={t('card.programme')} data-first>
                  {row.programme.name}
                </td>
                <td data-label={t('card.issuer')}>{row.issuer}</td>
                <td data-label={t('card.country')} data-end>
                  {country(row.country)}, {row.currency}
                </td>
                <td data-label={t('card.level')}>{row.level}</td>
                <td data-label={t('prefixes.on_sale')} data-labelled className="number">
                  <Link to={`${href('/cards')}?programme_id=${row.programme.id}`}>{number(row.on_sale)}</Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty title={t('list.nothing')}>{q ? t('prefixes.none_fits', { q }) : t('prefixes.none')}</Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}
