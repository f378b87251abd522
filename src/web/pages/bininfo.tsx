import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listPrefixes } from '#contracts/prefixes.ts';
import { read } from '#web/api.ts';
import { countryName } from '#web/format.ts';
import { pageQueryOf, searchOf } from '#web/page-query.ts';
import { titled } from '#web/titled.ts';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

export const meta = titled('Prefix directory');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searchOf(url.searchParams);
  const reply = await read({ context, url }, listPrefixes, { query: { ...(q && { q }), ...pageQueryOf(url) } });
  return { q, ...reply };
}

export default function Bininfo() {
  const { q, data: rows, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Prefix directory"
        lead="The first digits of a card's number name its programme. Only programmes on sale here are listed."
      />
      <Form className="search" role="search" key={q}>
        <Field name="q" label="Prefix, programme or issuer" type="search" defaultValue={q} autoComplete="off" />
        <Button look="secondary">Search</Button>
      </Form>
      {rows.length ? (
        <table className="table panel">
          <thead>
            <tr>
              <th>Prefix</th>
              <th>Programme</th>
              <th>Issuer</th>
              <th>Country</th>
              <th>Level</th>
              <th className="number">On sale</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td data-label="Prefix">{row.prefix ? <code>{row.prefix}</code> : 'claim code'}</td>
                <td data-label="Programme">{row.programme.name}</td>
                <td data-label="Issuer">{row.issuer}</td>
                <td data-label="Country">
                  {countryName(row.country)}, {row.currency}
                </td>
                <td data-label="Level">{row.level}</td>
                <td data-label="On sale" className="number">
                  <Link to={`/cards?programme_id=${row.programme.id}`}>{row.on_sale}</Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Empty title="Nothing found">{q ? `No programme on sale fits “${q}”.` : 'No programme is on sale.'}</Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}
