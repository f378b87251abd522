import { Form, useNavigation } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import type { getIssuerCheck, IssuerCheck } from '#contracts/supply/issuers.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateWhileOffline } from '#web/live/use-revalidate-while-offline.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

const STATUSES = ['active', 'unknown', 'inactive', 'redeemed'] as const;
const REFRESH_MS = 2_000;

interface Props {
  issuer: Reply<typeof getIssuerCheck>['data'];
  /** Whether the reader may ask, and hand in a manifest. */
  mayConfirm: boolean;
}

/** What the issuer said of the cards, and the two ways to have it confirm more. */
export function Issuer({ issuer: { has_adapter, check }, mayConfirm }: Props) {
  const { t } = useI18n();
  const running = check !== null && check.ended_at === null;
  useRevalidateWhileOffline(running, REFRESH_MS);
  return (
    <section className="panel stack" aria-labelledby="issuer-title">
      <h2 id="issuer-title">{t('reseller.issuer')}</h2>
      {has_adapter ? null : <p className="muted">{t('reseller.no_adapter')}</p>}
      {has_adapter && !check ? <p className="muted">{t('reseller.never_asked')}</p> : null}
      {check ? <Check check={check} /> : null}
      {mayConfirm && has_adapter ? <Ask running={running} /> : null}
      {mayConfirm ? <Manifest /> : null}
    </section>
  );
}

const answered = (check: IssuerCheck) => STATUSES.reduce((sum, status) => sum + check[status], 0);

function Check({ check }: { check: IssuerCheck }) {
  const { t, number } = useI18n();
  const { total, asked_by, failure, ended_at } = check;
  const cards = answered(check);
  if (ended_at === null) return <Live as="p">{t('reseller.asking', { total, cards })}</Live>;
  return (
    <>
      {failure ? <Alert tone="warn">{t('issuer.failure', { failure })}</Alert> : null}
      <Facts
        facts={[
          { label: t('reseller.asked_at'), value: <Time at={ended_at} /> },
          { label: t('reseller.asked_by'), value: asked_by ?? t('reseller.by_shop') },
          {
            label: t('reseller.asked_cards'),
            value: t('reseller.asked_of', { cards: number(cards), total: number(Math.max(cards, total)) }),
          },
          ...STATUSES.filter((status) => check[status] > 0).map((status) => ({
            label: t('reseller.issuer_said', { status }),
            value: number(check[status]),
          })),
          check.confirmed > 0 && { label: t('reseller.newly_confirmed'), value: number(check.confirmed) },
        ]}
      />
    </>
  );
}

function Ask({ running }: { running: boolean }) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const busy = useNavigation().formData?.get('decision') === 'ask';
  return (
    <Form method="post" className="stack">
      <FormErrors refusal={refused?.values.decision === 'ask' ? refused.refusal : undefined} />
      <p>
        <Button name="decision" value="ask" variant="secondary" busy={busy || running}>
          {t('reseller.ask_issuer')}
        </Button>
      </p>
    </Form>
  );
}

function Manifest() {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const mine = refused?.values.decision === 'manifest' ? refused.refusal : undefined;
  const busy = useNavigation().formEncType === 'multipart/form-data';
  return (
    <Form method="post" encType="multipart/form-data" className="stack" noValidate>
      <FormErrors refusal={mine} fields={['manifest']} />
      <Field
        name="manifest"
        label={t('reseller.manifest')}
        hint={t('reseller.manifest_hint')}
        type="file"
        accept=".txt,text/plain"
        required
        errors={mine?.errors.manifest}
      />
      <p>
        <Button variant="secondary" busy={busy}>
          {t('reseller.manifest_upload')}
        </Button>
      </p>
    </Form>
  );
}
