/** Settings of a real installation: if any of them is set, demo mode is off unless DEMO is on. */
export const realSettings = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'RATES_URLS',
  'BTC_RPC_URL',
  'LTC_RPC_URL',
  'ETH_RPC_URL',
  'BTC_XPUB',
  'LTC_XPUB',
  'ETH_XPUB',
] as const;

/** Where rates come from unless RATES_URLS says otherwise. */
export const defaultRates = [
  'https://api.kraken.com/0/public/Ticker?pair=XBTUSD,ETHUSD,LTCUSD,EURUSD,GBPUSD,AUDUSD,USDCAD,USDCHF,USDJPY',
  'https://api.coingecko.com/api/v3/simple/price?ids=bitcoin,ethereum,litecoin&vs_currencies=usd,eur,gbp,aud,cad,chf,jpy&include_last_updated_at=true',
];
