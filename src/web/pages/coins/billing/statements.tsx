import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listStatements } from '#contracts/coins/statements.ts';
import { formatMonth } from '#i18n/format.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Money } from '#web/ui/display/money.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import '#web/styles/billing.css';

export const handle = title('statements.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, listStatements);
  return { months: data };
}

export default function Statements() {
  const { t, locale, number } = useI18n();
  const { months } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('statements.title')} lead={t('statements.lead')}>
        <Link to={href('/billing/history')}>{t('history.title')}</Link>
      </PageHead>
      <table className="table panel">
        <caption className="visually-hidden">{t('statements.title')}</caption>
        <thead>
          <tr>
            <th>{t('statements.month')}</th>
            <th className="number">{t('statements.movements')}</th>
            <th className="number">{t('statements.in')}</th>
            <th className="number">{t('statements.out')}</th>
            <th className="number">{t('statements.closing')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <td data-label={t('statements.month')}>
                <Link to={href('/billing/statements/:month', { month: one.month })}>
                  {formatMonth(locale, one.month)}
                </Link>
              </td>
              <td data-label={t('statements.movements')} className="number">
                {number(one.movements)}
              </td>
              <td data-label={t('statements.in')} className="number">
                <Money cents={one.in_cents} />
              </td>
              <td data-label={t('statements.out')} className="number">
                <Money cents={one.out_cents} />
              </td>
              <td data-label={t('statements.closing')} className="number">
                <Money cents={one.closing_cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
