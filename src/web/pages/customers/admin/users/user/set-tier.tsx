import { useLoaderData } from 'react-router';
import type { UserDetail } from '#contracts/customers/users.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';

interface Loaded {
  user: UserDetail;
  key: string;
}

/** Raises a tier on the evidence of an outside check, or lowers it. */
export function SetTier() {
  const { t } = useI18n();
  const { user, key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  const suggested = user.tier_request?.tier ?? Math.min(2, user.tier + 1);
  return (
    <DecisionForm
      title={t('tiers.set')}
      decisions={[{ value: 'set-tier', label: t('tiers.set_button'), effect: t('tiers.set_effect') }]}
      refused={refused}
      idempotencyKey={key}
      fields={['tier', 'evidence', 'identity', 'checked_on']}
    >
      {(typed, errors) => (
        <>
          <Select
            name="tier"
            label={t('tiers.set_tier')}
            defaultValue={typed.tier || String(suggested)}
            errors={errors.tier}
          >
            {[0, 1, 2]
              .filter((tier) => tier !== user.tier)
              .map((tier) => (
                <option key={tier} value={tier}>
                  {t('tiers.row', { tier })}
                </option>
              ))}
          </Select>
          <Field
            name="evidence"
            label={t('tiers.evidence')}
            hint={t('tiers.evidence_more')}
            autoComplete="off"
            maxLength={64}
            defaultValue={typed.evidence}
            errors={errors.evidence}
          />
          <Field
            name="identity"
            label={t('tiers.identity')}
            hint={t('tiers.identity_more')}
            autoComplete="off"
            maxLength={64}
            errors={errors.identity}
          />
          <Field
            name="checked_on"
            type="date"
            label={t('tiers.checked_on')}
            defaultValue={typed.checked_on}
            errors={errors.checked_on}
          />
        </>
      )}
    </DecisionForm>
  );
}

/** Refuses what the owner asked for. */
export function RefuseTier({ id, tier }: { id: string; tier: number }) {
  const { t } = useI18n();
  const { key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  return (
    <DecisionForm
      title={t('tiers.refuse_title', { tier })}
      decisions={[
        { value: 'refuse-tier', label: t('tiers.refuse'), variant: 'secondary', effect: t('tiers.refuse_effect') },
      ]}
      refused={refused}
      idempotencyKey={key}
    >
      {() => <input type="hidden" name="request" value={id} />}
    </DecisionForm>
  );
}
