import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { month as monthOf } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Downloads } from './month/downloads.tsx';

export const handle = title('month.title');

export function loader({ params }: LoaderFunctionArgs) {
  const { success, data: month } = monthOf.safeParse(params.id);
  if (!success) throw data({ message: message('api.nothing_with_id') }, { status: 404 });
  return { month };
}

export default function Month() {
  const { t } = useI18n();
  const { month } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('month.of', { month: { month } })} lead={t('month.lead')} />
      <LedgerPages />
      <div className="stack">
        <Downloads month={month} />
      </div>
    </>
  );
}
