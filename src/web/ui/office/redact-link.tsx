import { href } from 'react-router';
import type { REDACTABLE } from '#contracts/office/retention.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';

interface Props {
  kind: (typeof REDACTABLE)[number];
  id: string;
}

/** To where a text is removed for a reason that the audit log keeps. */
export function RedactLink({ kind, id }: Props) {
  const { t } = useI18n();
  return (
    <Link className="small" to={`${href('/admin/operations/redact')}?${new URLSearchParams({ kind, id })}`}>
      {t('desk.redact')}
    </Link>
  );
}
