import { useI18n } from '#web/i18n/use-i18n.ts';
import '#web/styles/limits.css';

interface Props {
  label: string;
  used: number;
  limit: number;
}

/** How much of a limit is used, as a bar with its figures. */
export function LimitBar({ label, used, limit }: Props) {
  const { t } = useI18n();
  const text = t('limits.of', { used: { cents: used }, limit: { cents: limit } });
  return (
    <div className="limit">
      <span>{label}</span>
      <span className="money">{text}</span>
      <meter min={0} max={limit} high={limit * 0.8} value={Math.min(used, limit)} aria-label={label}>
        {text}
      </meter>
      <span className="limit-left muted">{t('limits.left', { left: { cents: Math.max(0, limit - used) } })}</span>
    </div>
  );
}
