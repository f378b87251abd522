import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useSaid } from '#web/live/said/use-said.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { ALL } from './pick.tsx';

interface Props {
  /** Id of the form, which the row checkboxes refer to. */
  id: string;
  count: number;
  actions: ReactNode;
}

/** The actions for the selected rows. CSS shows it once a row is selected, with or without JavaScript. */
export function BulkBar({ id, count, actions }: Props) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.set('select', ALL);
  useSaid(count ? t('table.selected', { count }) : null);
  return (
    <>
      <noscript>
        <p className="pick-page">
          <Link to={`${pathname}?${query}`}>{t('table.select_all')}</Link>
        </p>
      </noscript>
      <Form method="post" id={id} className="bulk-bar" aria-label={t('table.bulk')}>
        {count ? <p className="numerals">{t('table.selected', { count })}</p> : null}
        {actions}
      </Form>
    </>
  );
}
