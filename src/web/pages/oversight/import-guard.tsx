import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { describeGuard, type GuardOutcome, type GuardRule } from '#contracts/oversight/import-guard.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';

export const handle = title('guard.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return (await read({ context, url }, describeGuard)).data;
}

const findings: Record<GuardRule, MessageKey> = {
  'IG-01': messageKey('guard.ig_01'),
  'IG-02': messageKey('guard.ig_02'),
  'IG-03': messageKey('guard.ig_03'),
  'IG-04': messageKey('guard.ig_04'),
  'IG-05': messageKey('guard.ig_05'),
  'IG-06': messageKey('guard.ig_06'),
  'IG-07': messageKey('guard.ig_07'),
  'IG-08': messageKey('guard.ig_08'),
  'IG-09': messageKey('guard.ig_09'),
  'IG-10': messageKey('guard.ig_10'),
  'IG-11': messageKey('guard.ig_11'),
  'IG-12': messageKey('guard.ig_12'),
  'IG-13': messageKey('guard.ig_13'),
  'IG-14': messageKey('guard.ig_14'),
  'IG-15': messageKey('guard.ig_15'),
  'IG-16': messageKey('guard.ig_16'),
  'IG-17': messageKey('guard.ig_17'),
  'IG-18': messageKey('guard.ig_18'),
  'IG-19': messageKey('guard.ig_19'),
  'IG-20': messageKey('guard.ig_20'),
  'IG-21': messageKey('guard.ig_21'),
  'IG-22': messageKey('guard.ig_22'),
  'IG-23': messageKey('guard.ig_23'),
  'IG-24': messageKey('guard.ig_24'),
};

const outcomes = Object.entries({
  file: messageKey('guard.file'),
  row: messageKey('guard.row'),
  programme: messageKey('guard.programme'),
  decision: messageKey('guard.decision'),
} satisfies Record<GuardOutcome, MessageKey>);

export default function ImportGuard() {
  const { t } = useI18n();
  const { version, networks, range_table_sha256, rules } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t('guard.title')}</h1>
      <p>{t('guard.lead')}</p>
      {outcomes.map(([outcome, heading]) => (
        <section key={outcome} className="stack" aria-labelledby={outcome}>
          <h2 id={outcome}>{t(heading)}</h2>
          <dl className="rules">
            {rules
              .filter((one) => one.outcome === outcome)
              .map(({ rule }) => (
                <div key={rule} id={rule}>
                  <dt>
                    <code>{rule}</code>
                  </dt>
                  <dd>{t(findings[rule])}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p>{t('guard.hidden')}</p>
      <p className="small muted">
        {t('guard.version', { version, networks: networks.join(', ') })} {t('guard.table')}{' '}
        <code>{range_table_sha256}</code>
      </p>
    </>
  );
}
