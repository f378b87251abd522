import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getProcessing, type Processing } from '#contracts/office/retention.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OperationsSections } from './operations-sections.tsx';
import { useRetentionColumns } from './retention/retention-columns.tsx';

export const handle = title('processing.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return (await read({ context, url }, getProcessing)).data;
}

/** The records of processing as a page to print: nothing of it is written by hand. */
export default function AdminProcessing() {
  const { t } = useI18n();
  const { controller, made_at, activities, handed_out } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('processing.title')} lead={t('processing.lead')}>
        <PrintButton />
      </PageHead>
      <OperationsSections />
      <div className="office">
        <section className="panel stack" aria-label={t('processing.controller')}>
          <Facts
            facts={[
              { label: t('processing.controller'), value: controller.name },
              { label: t('processing.contact'), value: controller.contact ?? t('processing.no_contact') },
            ]}
          />
          <p>
            <Link to={href('/imprint')}>{t('processing.imprint')}</Link>
          </p>
          <p className="muted">
            <FormattedMessage of="processing.made" parts={{ at: <Time at={made_at} /> }} />
          </p>
        </section>
        {activities.map((one) => (
          <Activity key={one.activity} {...one} />
        ))}
        <section className="panel stack" aria-labelledby="safeguards">
          <h2 id="safeguards">{t('processing.safeguards')}</h2>
          <p>{t('processing.safeguards_more')}</p>
          <p>{t('processing.export')}</p>
          <p className="muted">
            <code>{handed_out.join(', ')}</code>
          </p>
        </section>
      </div>
    </>
  );
}

function Activity({ activity, tables }: Processing['activities'][number]) {
  const { t } = useI18n();
  return (
    <section className="stack" aria-labelledby={activity}>
      <h2 id={activity}>{t('processing.name_of', { activity })}</h2>
      <Facts
        facts={[
          { label: t('processing.purpose'), value: t('processing.purpose_of', { activity }) },
          { label: t('processing.people'), value: t('processing.people_of', { activity }) },
          { label: t('processing.data'), value: t('processing.data_of', { activity }) },
          { label: t('processing.recipients'), value: t('processing.recipients_of', { activity }) },
        ]}
      />
      <Table
        caption={t('processing.periods')}
        columns={useRetentionColumns()}
        rows={tables}
        keyOf={({ table }) => table}
        empty={null}
      />
    </section>
  );
}
