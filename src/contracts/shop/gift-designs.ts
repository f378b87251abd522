/** The papers that a gift can be wrapped in; `card`: in the colours of the card itself. */
export const GIFT_DESIGNS = ['card', 'birthday', 'thanks', 'congratulations', 'holidays'] as const;
export type GiftDesign = (typeof GIFT_DESIGNS)[number];

/** For so many days after the first opening the same device can show the code again, until it says that the code is saved. */
export const SHOWN_AGAIN_DAYS = 14;
