import { useI18n } from '#web/i18n/use-i18n.ts';

/** How many confirmations of those needed there are, as a ring that closes. */
export function ConfirmationRing({ done, needed }: { done: number; needed: number }) {
  const { t } = useI18n();
  const text = t('payment.so_many', { done, needed });
  return (
    <svg className="ring" viewBox="0 0 64 64" role="img" aria-label={`${t('payment.confirmations')}: ${text}`}>
      <circle cx="32" cy="32" r="27" pathLength={needed} />
      {/* From the top, and in steps of one. */}
      <circle
        className="ring-done"
        cx="32"
        cy="32"
        r="27"
        pathLength={needed}
        strokeDasharray={`${done} ${needed - done || 1}`}
        transform="rotate(-90 32 32)"
        visibility={done ? undefined : 'hidden'}
      />
      <text x="32" y="33" dominantBaseline="middle" textAnchor="middle">
        {`${done}/${needed}`}
      </text>
    </svg>
  );
}
