import { href } from 'react-router';
import type { NamedRecord } from '#contracts/oversight/audit.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { accountName } from '#web/ui/office/ledger-names.ts';

interface Props {
  account: { id: number; kind: string; owner?: NamedRecord | null };
}

/** An account by its kind and its owner, with the way to its page. */
export function AccountLink({ account: { id, kind, owner } }: Props) {
  const { t } = useI18n();
  const name = accountName(t, kind);
  return (
    <Link to={href('/admin/ledger/accounts/:id', { id: String(id) })}>
      {owner ? t('ledger.account_of', { kind: name, name: owner.name }) : name}
    </Link>
  );
}
