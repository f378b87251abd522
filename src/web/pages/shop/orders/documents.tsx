import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listOrderDocuments } from '#contracts/office/tax.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DocumentSheet } from './documents/document-sheet.tsx';
import '#web/styles/billing.css';

export const handle = title('document.title_of', ({ number }: { number: number }) => ({ number: String(number) }));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const id = params.id ?? '';
  const { data, meta } = await read({ context, url }, listOrderDocuments, { params: { id } });
  return { id, documents: data, number: meta.order_number };
}

export default function Documents() {
  const { t } = useI18n();
  const { id, documents, number } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack sheet">
      <PageHead title={t('document.title_of', { number: String(number) })} lead={t('document.lead')}>
        <div className="row no-print">
          <Link to={href('/orders/:id', { id })}>{t('order.number', { number: String(number) })}</Link>
          <Link to={href('/orders/:id/receipt', { id })}>{t('document.receipt')}</Link>
          <PrintButton />
        </div>
      </PageHead>
      {documents.length === 0 ? (
        <Empty picture="files" title={t('document.none')}>
          {t('document.none_more')}
        </Empty>
      ) : null}
      {documents.map((document) => (
        <DocumentSheet key={document.id} document={document} />
      ))}
    </div>
  );
}
