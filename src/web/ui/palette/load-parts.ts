import { loadArea } from '#web/i18n/load-messages.ts';
import { PALETTE_AREA } from '#web/i18n/message-area.ts';

/** The palette and the sheet of keys with their texts: nothing of them is loaded before somebody asks for them. */
export async function loadParts() {
  const [{ Palette }, { KeysSheet }] = await Promise.all([
    import('./palette.tsx'),
    import('./keys-sheet.tsx'),
    loadArea(PALETTE_AREA),
  ]);
  return { Palette, KeysSheet };
}
