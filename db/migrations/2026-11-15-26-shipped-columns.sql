-- What shipped is compared with the row, whose columns its keys now name.
update machines
set shipped = jsonb_build_object(
  'slug', shipped -> 'slug',
  'brand', shipped -> 'brand',
  'model', shipped -> 'model',
  'brew_method', shipped -> 'brewMethod',
  'default_water_temp_f', shipped -> 'defaultWaterTempF',
  'min_water_grams', shipped -> 'minWaterGrams',
  'max_water_grams', shipped -> 'maxWaterGrams',
  'dose_grams', shipped -> 'doseGrams',
  'source', shipped -> 'source'
)
where shipped is not null;
