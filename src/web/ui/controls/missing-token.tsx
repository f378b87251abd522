import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';

/** Where a link that is worth nothing is had anew, or what to do instead. */
export interface Anew {
  to: string;
  label: string;
}

/** The page of a mailed link whose token was lost on the way: no form of it could succeed. */
export function MissingToken({ title, anew }: { title: string; anew: Anew }) {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{title}</h1>
      <p>{t('token.missing')}</p>
      <AnewLink {...anew} />
    </div>
  );
}

export function AnewLink({ to, label }: Anew) {
  return (
    <p>
      <Link to={to}>{label}</Link>
    </p>
  );
}
