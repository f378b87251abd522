import type { UserRow } from '#contracts/customers/users.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';

const tones = { inactive: 'plain', active: 'good', disabled: 'bad', erased: 'plain' } as const;

/** What an account is, in words. */
export function UserTags({ user }: { user: Pick<UserRow, 'state' | 'role' | 'spending_blocked'> }) {
  const { t } = useI18n();
  return (
    <span className="row">
      <Tag tone={tones[user.state]}>{t(`users.state.${user.state}`)}</Tag>
      {user.role === 'admin' ? <Tag tone="info">{t('users.role.admin')}</Tag> : null}
      {user.spending_blocked ? <Tag tone="warn">{t('users.state.blocked')}</Tag> : null}
    </span>
  );
}
