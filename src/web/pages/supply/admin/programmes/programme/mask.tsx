import type { JudgedMask } from '#contracts/supply/programmes.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Facts } from '#web/ui/data/facts.tsx';

interface Props {
  mask: JudgedMask;
  /** It is the one that an edit proposes. */
  proposed: boolean;
}

/** What codes of a mask could carry, and how often honest ones look like card data. */
export function Mask({ mask: { places, digits, carries, chance }, proposed }: Props) {
  const { t, number } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="mask">
      <h2 id="mask">{t(proposed ? 'mask.judged_edit' : 'mask.judged')}</h2>
      <p>{t('mask.carries', { carries })}</p>
      <Facts
        facts={[
          { label: t('mask.places'), value: number(places) },
          { label: t('mask.digits'), value: number(digits) },
          {
            label: t('mask.chance'),
            value:
              chance.length === 0 ? (
                t('mask.chance_none')
              ) : (
                <ul>
                  {chance.map(({ rule, one_in }) => (
                    <li key={rule}>{t('mask.chance_of', { what: t(`rule.${rule}`), rows: number(one_in) })}</li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </section>
  );
}
