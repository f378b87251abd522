import { href } from 'react-router';
import type { UserDetail, UserRow } from '#contracts/customers/users.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { DutyTags } from '#web/pages/customers/admin/staff/duty-tags.tsx';
import { UserTags } from '#web/pages/customers/admin/users/user/user-tags.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { LimitBar } from '#web/ui/data/limit-bar.tsx';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

interface Props {
  user: UserDetail;
}

export function AccountFigures({ user: { id, balance_cents, owed_cents, tier } }: Props) {
  const { t, money, number } = useI18n();
  const page = href('/admin/users/:id', { id });
  return (
    <Stats>
      <Stat label={t('review.balance')} value={money(balance_cents)} to={`${page}?tab=movements`} />
      <Stat
        label={t('review.owed')}
        value={money(owed_cents)}
        tone={owed_cents ? 'bad' : 'plain'}
        {...(owed_cents > 0 && { to: `${page}?tab=actions` })}
      />
      <Stat label={t('review.tier')} value={number(tier)} />
    </Stats>
  );
}

/** What the account is, whose it is, and what it uses of its limits. */
export function Account({ user }: Props) {
  return (
    <div className="columns">
      <AccountFacts user={user} />
      <Limits user={user} />
    </div>
  );
}

const stateOf = ({ erased_at, disabled_at, activated_at }: UserDetail): UserRow['state'] => {
  if (erased_at) return 'erased';
  if (disabled_at) return 'disabled';
  return activated_at ? 'active' : 'inactive';
};

function AccountFacts({ user }: Props) {
  const { t } = useI18n();
  const { id, person, role, duties } = user;
  const since = (label: string, at: string | null) => (at ? { label, value: <Time at={at} /> } : null);
  const tags = { state: stateOf(user), role, spending_blocked: user.spending_blocked_at !== null };
  return (
    <section className="panel stack" aria-label={t('review.facts')}>
      <Facts
        facts={[
          { label: t('users.state'), value: <UserTags user={tags} /> },
          {
            label: t('users.email'),
            value: (
              <>
                {person.email} {person.email_confirmed ? null : <Tag tone="warn">{t('users.unconfirmed')}</Tag>}
              </>
            ),
          },
          person.display_name ? { label: t('users.real_name'), value: person.display_name } : null,
          person.country ? { label: t('users.country'), value: person.country } : null,
          {
            label: t('staff.factor'),
            value: person.second_factor ? t('staff.factor_set') : t('users.no_factor'),
          },
          {
            label: t('users.duties'),
            value: (
              <>
                <DutyTags duties={duties} /> <Link to={href('/admin/staff/:id', { id })}>{t('staff.title')}</Link>
              </>
            ),
          },
          since(t('review.since'), user.created_at),
          since(t('review.activated'), user.activated_at) ?? {
            label: t('review.activated'),
            value: t('review.not_yet'),
          },
          since(t('review.blocked'), user.spending_blocked_at),
          since(t('review.disabled'), user.disabled_at),
        ]}
      />
    </section>
  );
}

function Limits({ user: { limits, tier } }: Props) {
  const { t } = useI18n();
  const { used, allowed } = limits;
  return (
    <section className="panel stack" aria-labelledby="limits">
      <h2 id="limits">{t('users.limits', { tier })}</h2>
      <LimitBar label={t('limits.stored')} used={used.stored_cents} limit={allowed.stored_balance_cents} />
      <LimitBar label={t('limits.spent')} used={used.spent_24h_cents} limit={allowed.spend_24h_cents} />
      <LimitBar label={t('limits.monthly')} used={used.top_up_30d_cents} limit={allowed.top_up_30d_cents} />
      <p className="muted small">{t('limits.one_order', { amount: { cents: allowed.one_order_cents } })}</p>
    </section>
  );
}
