import { isWordmark, logoPath } from '#contracts/messages/logo-files.ts';
import { shopName, useRootData } from '#web/root-data/use-root-data.ts';
import mark from './mark.svg?no-inline';

export const markFile = mark;

/** The operator's logo, else ours: the engraved rosette of a banknote. */
export function Mark() {
  const shop = useRootData()?.shop;
  if (!shop?.logo) return <img className="mark" src={mark} width="28" height="28" alt="" fetchPriority="low" />;
  const { width, height, plate } = shop.logo;
  const size = { width: Math.round((width * 28) / height), height: 28 };
  const alt = isWordmark(shop.logo) ? shop.name : '';
  return <img className="mark" src={logoPath(shop.logo)} {...size} alt={alt} data-plate={plate ?? undefined} />;
}

/** The logo and, unless that says it, the shop's name. */
export function Wordmark() {
  const root = useRootData();
  const logo = root?.shop.logo;
  return (
    <>
      <Mark />
      {logo && isWordmark(logo) ? null : <span>{shopName(root)}</span>}
    </>
  );
}
