import { useI18n } from '#web/i18n/use-i18n.ts';
import type { FieldErrors } from '#web/server/api-error.ts';
import { Field } from '#web/ui/controls/field.tsx';

interface Props {
  errors: FieldErrors;
  evidence_ref?: string | undefined;
  has_adapter: boolean;
  /** A new version: both stay as they are where nothing is typed. */
  edits?: boolean;
}

/** What is given with a proposal, and no draft holds. */
export function ProposalFields({ errors, evidence_ref, has_adapter, edits = false }: Props) {
  const { t } = useI18n();
  return (
    <>
      <Field
        name="evidence_ref"
        label={t('programmes.evidence_ref')}
        hint={t(edits ? 'programmes.evidence_ref_kept' : 'programmes.evidence_ref_hint')}
        errors={errors.evidence_ref}
        defaultValue={evidence_ref}
        autoComplete="off"
      />
      {has_adapter ? (
        <Field
          name="adapter_secret"
          label={t('programmes.adapter_secret')}
          hint={t(edits ? 'programmes.adapter_secret_kept' : 'programmes.adapter_secret_hint')}
          errors={errors.adapter_secret}
          type="password"
          autoComplete="new-password"
        />
      ) : null}
    </>
  );
}
