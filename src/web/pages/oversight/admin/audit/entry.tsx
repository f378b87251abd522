import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getAuditEntry } from '#contracts/oversight/audit.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { actionName } from './action-name.ts';
import { RecordLink } from './record-link.tsx';

export const handle = title('audit.entry');

export async function loader(where: LoaderFunctionArgs) {
  return read(where, getAuditEntry, { params: { id: where.params.id ?? '' } });
}

export default function Entry() {
  const { t, number } = useI18n();
  const { data } = useLoaderData<typeof loader>();
  const { actor, subject, record, link } = data;
  const all = (about: string) => `${href('/admin/audit')}?${new URLSearchParams({ about })}`;
  return (
    <>
      <PageHead title={actionName(t, data.action)} lead={<Time at={data.at} />}>
        {subject ? <Link to={all(subject)}>{t('audit.all_about')}</Link> : null}
        <Link to={href('/admin/audit')}>{t('audit.title')}</Link>
      </PageHead>
      <div className="columns">
        <section className="panel stack" aria-label={t('audit.entry')}>
          <Facts
            facts={[
              {
                label: t('audit.who'),
                value: actor ? (
                  <Link to={href('/admin/users/:id', { id: actor.id })}>{actor.username}</Link>
                ) : (
                  t('audit.shop')
                ),
              },
              data.address ? { label: t('audit.address'), value: <code>{data.address}</code> } : null,
              { label: t('audit.what'), value: <code>{data.action}</code> },
              record ? { label: t('audit.about_column'), value: <RecordLink record={record} /> } : null,
              subject ? { label: t('audit.subject'), value: <code>{subject}</code> } : null,
              {
                label: t('audit.position'),
                value: link ? number(link.position) : t('audit.not_chained'),
              },
            ]}
          />
          {link ? <Copyable label={t('audit.link')} value={link.hash} brief /> : null}
        </section>
        <Details />
      </div>
    </>
  );
}

/** The facts as they were written, with what their ids name. */
function Details() {
  const { t } = useI18n();
  const { details, records } = useLoaderData<typeof loader>().data;
  const named = new Map(records.map((record) => [record.id, record]));
  const facts = Object.entries(details).map(([label, value]) => ({
    label,
    value: [value].flat().map((one) => {
      const record = typeof one === 'string' ? named.get(one) : undefined;
      return <div key={String(one)}>{record ? <RecordLink record={record} /> : String(one)}</div>;
    }),
  }));
  return (
    <section className="panel stack" aria-labelledby="details">
      <h2 id="details">{t('audit.details')}</h2>
      {facts.length ? <Facts facts={facts} /> : <p className="muted">{t('audit.no_details')}</p>}
    </section>
  );
}
