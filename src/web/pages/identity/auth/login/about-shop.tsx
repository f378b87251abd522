import type { Reply } from '#contracts/call.ts';
import type { listFaces } from '#contracts/shop/home.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { shopName, useRootData } from '#web/root-data/use-root-data.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { Icon } from '#web/ui/display/icon.tsx';

const promises = ['about.confirmed', 'about.sealed', 'about.return'] as const;

/** Introduces the shop to newcomers: beside the form, or below it on a narrow screen. */
export function AboutShop({ faces }: { faces: Reply<typeof listFaces>['data'] }) {
  const { t } = useI18n();
  return (
    <section className="about stack" aria-labelledby="about">
      <h2 id="about">{t('about.title')}</h2>
      <p>{t('about.lead', { shop: shopName(useRootData()) })}</p>
      {faces.length ? (
        <ul className="about-faces">
          {faces.map(({ programme, ...face }) => (
            <li key={programme}>
              <CardFace programme={programme} theme={face} {...face} />
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="stack about-promises">
        {promises.map((promise) => (
          <li key={promise}>
            <Icon name="done" size={20} />
            {t(promise)}
          </li>
        ))}
      </ul>
    </section>
  );
}
