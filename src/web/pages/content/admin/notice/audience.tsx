import { languages } from 'virtual:messages';
import { NOTICE_ROLES, NOTICE_TIERS } from '#contracts/content/content.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Fields } from '../editor/editor.tsx';

/** Whom a notice is meant for: nothing picked in a group means everybody. */
export function Audience({ list }: { list: Fields['list'] }) {
  const { t } = useI18n();
  return (
    <fieldset className="stack audience-field">
      <legend>{t('content.audience')}</legend>
      <p className="hint">{t('content.audience_hint')}</p>
      <div className="audience">
        <Group
          name="roles"
          label={t('content.roles')}
          picked={list('roles')}
          options={NOTICE_ROLES.map((role) => [role, t(`content.role.${role}`)])}
        />
        <Group
          name="tiers"
          label={t('content.tiers')}
          picked={list('tiers')}
          options={NOTICE_TIERS.map((tier) => [String(tier), t('content.tier', { tier })])}
        />
        <Group name="locales" label={t('content.locales')} picked={list('locales')} options={languages} />
      </div>
    </fieldset>
  );
}

interface GroupProps {
  name: string;
  label: string;
  picked: readonly string[];
  options: readonly (readonly [string, string])[];
}

function Group({ name, label, picked, options }: GroupProps) {
  return (
    <fieldset>
      <legend className="small muted">{label}</legend>
      {options.map(([value, text]) => (
        <label className="check" key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={picked.includes(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
