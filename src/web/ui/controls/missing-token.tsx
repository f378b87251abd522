import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';

/** Where to request a new link, or what to do instead. */
export interface Anew {
  to: string;
  label: string;
}

/** The page behind an email link that has lost its token: a form here could not succeed. */
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
