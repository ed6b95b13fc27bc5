-- Roasters may leave out the picture of the bag and the link to their shop, which a product page already has.
alter table embed_settings
  add column show_picture boolean not null default true,
  add column show_buy_button boolean not null default true;
