import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type DeskPoint, getDeskReport, REPORT_STEPS } from '#contracts/office/desk-report.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Chart } from '#web/ui/data/chart.tsx';
import { drawChart } from '#web/ui/data/draw/draw-chart.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { QuerySwitch } from '#web/ui/navigation/query-switch.tsx';
import '#web/styles/office/reseller.css';

export const handle = title('desk.report');

const share = (part: number, of: number) => (of ? Math.round((part / of) * 100) : null);

/** What each chart shows of a day or week; null where nothing happened that it could measure. */
const charts: readonly {
  name: MessageKey;
  unit: 'count' | 'percent' | 'minutes';
  of: (one: DeskPoint) => number | null;
}[] = [
  { name: messageKey('desk.report.opened'), unit: 'count', of: ({ opened }) => opened },
  { name: messageKey('desk.report.solved'), unit: 'count', of: ({ solved }) => solved },
  { name: messageKey('desk.report.answer_time'), unit: 'minutes', of: ({ answer_minutes }) => answer_minutes },
  {
    name: messageKey('desk.report.answer_in_time'),
    unit: 'percent',
    of: ({ answered, answered_in_time }) => share(answered_in_time, answered),
  },
  { name: messageKey('desk.report.solve_time'), unit: 'minutes', of: ({ solve_minutes }) => solve_minutes },
  {
    name: messageKey('desk.report.solve_in_time'),
    unit: 'percent',
    of: ({ solved, solved_in_time }) => share(solved_in_time, solved),
  },
  {
    name: messageKey('desk.report.satisfaction'),
    unit: 'percent',
    of: ({ rated_good, rated_bad }) => share(rated_good, rated_good + rated_bad),
  },
];

export async function loader({ context, url }: LoaderFunctionArgs) {
  const by = REPORT_STEPS.find((one) => one === url.searchParams.get('by')) ?? 'day';
  const { data } = await read({ context, url }, getDeskReport, { query: { by } });
  const drawings = charts.map(({ unit, of }) => {
    const points = data.points.flatMap((one) => {
      const value = of(one);
      return value === null ? [] : [{ at: `${one.at}T00:00:00Z`, value }];
    });
    return drawChart({
      kind: unit === 'count' ? 'bar' : 'line',
      points,
      from_zero: true,
      ...(unit === 'minutes' && { tick_unit: 60 }),
    });
  });
  return { by, as_of: data.as_of, drawings };
}

export default function Report() {
  const { t, time } = useI18n();
  const { by, as_of, drawings } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={t('desk.report')}
        lead={as_of ? t('overview.as_of', { at: time(as_of) }) : t('overview.not_summed')}
      >
        <Link to={href('/admin/tickets')}>{t('desk.title')}</Link>
        <Link to={href('/admin/tickets/settings')}>{t('desk.settings')}</Link>
        <QuerySwitch
          label={t('overview.period')}
          path={href('/admin/tickets/report')}
          name="by"
          options={REPORT_STEPS.map((value) => ({ value, label: t(`desk.report.by_${value}`) }))}
          chosen={by}
        />
      </PageHead>
      <p className="muted">{t('desk.report.more')}</p>
      <div className="reseller-charts">
        {charts.map(({ name, unit }, index) => (
          <section key={name} className="panel stack" aria-label={t(name)}>
            <h2>{t(name)}</h2>
            <Drawn name={name} unit={unit} drawing={drawings[index] ?? null} />
          </section>
        ))}
      </div>
    </>
  );
}

interface DrawnProps {
  name: MessageKey;
  unit: (typeof charts)[number]['unit'];
  drawing: ReturnType<typeof drawChart>;
}

function Drawn({ name, unit, drawing }: DrawnProps) {
  const { t, number, day, shortDay } = useI18n();
  if (!drawing) return <p className="muted">{t('desk.report.too_little')}</p>;
  const value = (amount: number) => {
    if (unit === 'count') return number(amount);
    if (unit === 'percent') return t('overview.percent', { percent: number(amount) });
    return t('desk.report.hours', { hours: number(Math.round(amount / 6) / 10) });
  };
  return (
    <Chart
      drawing={drawing}
      title={t('desk.report.drawing', { what: t(name) })}
      summary={t('reseller.as_table')}
      heads={{ at: t('reseller.day'), value: t(name) }}
      format={{ value, at: (iso) => day(iso.slice(0, 10)), tickAt: shortDay }}
    />
  );
}
