import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { PasswordField } from '#web/ui/controls/password-field.tsx';

interface Props {
  /** Whatever the account can confirm itself with. */
  factors: readonly string[];
  username: string;
  refusal: Refusal | undefined;
}

/** A code or the password, whichever the account has besides a passkey. */
export function FactorFields({ factors, username, refusal }: Props) {
  const { t } = useI18n();
  return (
    <>
      {asksForCode(factors) ? (
        <Field
          name="otp"
          label={t(factors.includes('totp') ? 'otp.label' : 'otp.recovery_label')}
          hint={factors.includes('totp') ? t('otp.hint') : undefined}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          errors={refusal?.errors.otp}
        />
      ) : null}
      {factors.includes('password') ? (
        <>
          <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
          <PasswordField
            name="password"
            label={t('field.password')}
            autoComplete="current-password"
            required
            errors={refusal?.errors.password}
          />
        </>
      ) : null}
    </>
  );
}

/** Whether there is anything to type. */
export const takesText = (factors: readonly string[]): boolean => asksForCode(factors) || factors.includes('password');

const asksForCode = (factors: readonly string[]) => factors.includes('totp') || factors.includes('recovery_code');
