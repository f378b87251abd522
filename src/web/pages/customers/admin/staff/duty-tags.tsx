import type { Duty } from '#contracts/customers/users.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';

/** A person's duties, or that they have none. */
export function DutyTags({ duties }: { duties: readonly Duty[] }) {
  const { t } = useI18n();
  if (duties.length === 0) return <span className="muted">{t('staff.none')}</span>;
  return (
    <span className="row">
      {duties.map((duty) => (
        <Tag key={duty}>{t(`staff.duty.${duty}`)}</Tag>
      ))}
    </span>
  );
}
