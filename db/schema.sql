-- What the migrations up to 2026-11-19-15-app-connections.sql make.
-- For reading only: no program reads it. `bun run schema` writes it anew, a law and a test say when it is stale.
-- Each table with its keys, indexes and triggers, then the functions; as pg_dump of PostgreSQL 15 tells it.

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE TABLE account_invitations (
    id integer NOT NULL,
    email citext NOT NULL,
    token_hash text NOT NULL,
    is_mailed boolean NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE account_invitations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE account_invitations ADD CONSTRAINT account_invitations_email_key UNIQUE (email);
ALTER TABLE account_invitations ADD CONSTRAINT account_invitations_pkey PRIMARY KEY (id);
ALTER TABLE account_invitations ADD CONSTRAINT account_invitations_token_hash_key UNIQUE (token_hash);

CREATE TABLE api_tokens (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    token_hash text NOT NULL,
    starts_with text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT api_tokens_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{read,log,write,roaster}'::text[])))
);
ALTER TABLE api_tokens ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (id);
ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_token_hash_key UNIQUE (token_hash);
CREATE INDEX api_tokens_user ON api_tokens USING btree (user_id);
ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE app_connections (
    id integer NOT NULL,
    user_id integer NOT NULL,
    app_id text NOT NULL,
    app_name text NOT NULL,
    scopes text[] NOT NULL,
    resource text NOT NULL,
    redirect_uri text NOT NULL,
    code_hash text NOT NULL,
    code_challenge text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    redeemed_at timestamp with time zone,
    access_hash text,
    access_expires_at timestamp with time zone,
    line_hash text,
    refresh_hash text,
    last_used_at timestamp with time zone,
    CONSTRAINT app_connections_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{read,log,write,roaster}'::text[])))
);
ALTER TABLE app_connections ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE app_connections ADD CONSTRAINT app_connections_access_hash_key UNIQUE (access_hash);
ALTER TABLE app_connections ADD CONSTRAINT app_connections_code_hash_key UNIQUE (code_hash);
ALTER TABLE app_connections ADD CONSTRAINT app_connections_line_hash_key UNIQUE (line_hash);
ALTER TABLE app_connections ADD CONSTRAINT app_connections_pkey PRIMARY KEY (id);
ALTER TABLE app_connections ADD CONSTRAINT app_connections_refresh_hash_key UNIQUE (refresh_hash);
CREATE INDEX app_connections_user ON app_connections USING btree (user_id);
ALTER TABLE app_connections ADD CONSTRAINT app_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE audit (
    id integer NOT NULL,
    at timestamp with time zone NOT NULL,
    who text NOT NULL,
    act text NOT NULL,
    on_kind text NOT NULL,
    on_id integer,
    details jsonb NOT NULL,
    user_id integer GENERATED ALWAYS AS (
CASE
    WHEN (on_kind = 'user'::text) THEN on_id
    ELSE NULL::integer
END) STORED
);
ALTER TABLE audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE audit ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
CREATE INDEX audit_user ON audit USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER audit_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();

CREATE TABLE bags (
    id integer NOT NULL,
    user_id integer NOT NULL,
    import_key text NOT NULL,
    coffee_profile_id integer,
    name text NOT NULL,
    roaster_name text,
    roast_level text,
    coffee_type text,
    origin text,
    flavor_profile text,
    processing_method text,
    personal_notes text,
    rating integer,
    weight_grams double precision,
    roasted_on date,
    frozen_on date,
    thawed_on date,
    is_archived boolean DEFAULT false NOT NULL,
    is_favourite boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    set_grams double precision,
    set_at timestamp with time zone,
    opened_on date,
    frozen_before jsonb,
    freezer_note text,
    parent_key text,
    edited_at timestamp with time zone,
    low_told_at timestamp with time zone,
    past_told_at timestamp with time zone,
    CONSTRAINT bags_coffee_type_check CHECK ((coffee_type = ANY (ARRAY['SINGLE_ORIGIN'::text, 'BLEND'::text, 'DECAF'::text]))),
    CONSTRAINT bags_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT bags_roast_level_check CHECK ((roast_level = ANY (ARRAY['LIGHT'::text, 'MEDIUM_LIGHT'::text, 'MEDIUM'::text, 'MEDIUM_DARK'::text, 'DARK'::text])))
);
ALTER TABLE bags ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE bags ADD CONSTRAINT bags_pkey PRIMARY KEY (id);
ALTER TABLE bags ADD CONSTRAINT bags_user_id_import_key_key UNIQUE (user_id, import_key);
CREATE INDEX bags_coffee ON bags USING btree (coffee_profile_id);
CREATE INDEX bags_newest ON bags USING btree (user_id, created_at DESC, id DESC);
ALTER TABLE bags ADD CONSTRAINT bags_coffee_profile_id_fkey FOREIGN KEY (coffee_profile_id) REFERENCES coffees(id) ON DELETE SET NULL;
ALTER TABLE bags ADD CONSTRAINT bags_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE brew_logs (
    id integer NOT NULL,
    user_id integer NOT NULL,
    recipe_id integer,
    method text NOT NULL,
    coffee_profile_id integer,
    grinder_id integer,
    machine_id integer,
    dose_grams double precision,
    water_grams double precision,
    grind_setting double precision,
    grind_setting_text text,
    grind_index double precision,
    water_temp_f double precision,
    brew_time_seconds integer,
    days_off_roast double precision,
    outcome text,
    notes text,
    rating integer,
    taste_profile jsonb,
    extraction_feedback jsonb,
    saved_as_recipe boolean DEFAULT false NOT NULL,
    import_key text,
    created_at timestamp with time zone NOT NULL,
    tds_percent double precision,
    beverage_grams double precision,
    bloom_seconds integer,
    first_drip_seconds integer,
    is_favourite boolean,
    is_best boolean,
    bag_id integer,
    brewed_at timestamp with time zone NOT NULL,
    style text,
    recipe_version integer,
    technique text,
    drinker_ids integer[],
    cups jsonb,
    CONSTRAINT brew_logs_cups_check CHECK (((cups IS NULL) OR (drinker_ids IS NOT NULL))),
    CONSTRAINT brew_logs_follow_one CHECK ((num_nonnulls(recipe_id, technique) <= 1)),
    CONSTRAINT brew_logs_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);
ALTER TABLE brew_logs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE brew_logs ADD CONSTRAINT brew_logs_pkey PRIMARY KEY (id);
CREATE INDEX brew_logs_bag ON brew_logs USING btree (bag_id) WHERE (bag_id IS NOT NULL);
CREATE INDEX brew_logs_coffee ON brew_logs USING btree (coffee_profile_id);
CREATE UNIQUE INDEX brew_logs_import ON brew_logs USING btree (user_id, import_key) WHERE (import_key IS NOT NULL);
CREATE INDEX brew_logs_newest ON brew_logs USING btree (user_id, brewed_at DESC, id DESC);
CREATE INDEX brew_logs_of_coffee ON brew_logs USING btree (user_id, coffee_profile_id, method, brewed_at DESC, id DESC);
CREATE INDEX brew_logs_on_grinder ON brew_logs USING btree (user_id, grinder_id, brewed_at DESC, id DESC) WHERE ((grinder_id IS NOT NULL) AND (grind_setting IS NOT NULL));
CREATE INDEX brew_logs_recipe ON brew_logs USING btree (recipe_id) WHERE (recipe_id IS NOT NULL);
CREATE INDEX brew_logs_technique ON brew_logs USING btree (technique) WHERE (technique IS NOT NULL);
CREATE TRIGGER count_changed_brew AFTER UPDATE OF recipe_id, created_at ON brew_logs FOR EACH ROW WHEN (((new.recipe_id IS NOT NULL) OR ((old.recipe_id IS NOT NULL) AND (pg_trigger_depth() = 0)))) EXECUTE FUNCTION count_brew();
CREATE TRIGGER count_new_brew AFTER INSERT ON brew_logs FOR EACH ROW WHEN ((new.recipe_id IS NOT NULL)) EXECUTE FUNCTION count_brew();
CREATE TRIGGER count_old_brews AFTER DELETE ON brew_logs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_old_brews();
CREATE TRIGGER note_recipe_version BEFORE INSERT ON brew_logs FOR EACH ROW WHEN (((new.recipe_id IS NOT NULL) AND (new.import_key IS NULL))) EXECUTE FUNCTION note_recipe_version();
ALTER TABLE brew_logs ADD CONSTRAINT brew_logs_bag_id_fkey FOREIGN KEY (bag_id) REFERENCES bags(id) ON DELETE SET NULL;
ALTER TABLE brew_logs ADD CONSTRAINT brew_logs_coffee_profile_id_fkey FOREIGN KEY (coffee_profile_id) REFERENCES coffees(id) ON DELETE SET NULL;
ALTER TABLE brew_logs ADD CONSTRAINT brew_logs_grinder_id_fkey FOREIGN KEY (grinder_id) REFERENCES grinders(id);
ALTER TABLE brew_logs ADD CONSTRAINT brew_logs_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machines(id);
ALTER TABLE brew_logs ADD CONSTRAINT brew_logs_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE SET NULL;
ALTER TABLE brew_logs ADD CONSTRAINT brew_logs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE UNLOGGED TABLE catalog_seeded (
    digest text NOT NULL
);
ALTER TABLE catalog_seeded ADD CONSTRAINT catalog_seeded_pkey PRIMARY KEY (digest);

CREATE TABLE coffee_library (
    user_id integer NOT NULL,
    coffee_profile_id integer NOT NULL,
    personal_notes text,
    rating integer,
    created_at timestamp with time zone NOT NULL,
    roasted_on date,
    CONSTRAINT coffee_library_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);
ALTER TABLE coffee_library ADD CONSTRAINT coffee_library_pkey PRIMARY KEY (user_id, coffee_profile_id);
CREATE INDEX coffee_library_coffee ON coffee_library USING btree (coffee_profile_id);
CREATE INDEX coffee_library_newest ON coffee_library USING btree (user_id, created_at DESC, coffee_profile_id DESC);
ALTER TABLE coffee_library ADD CONSTRAINT coffee_library_coffee_profile_id_fkey FOREIGN KEY (coffee_profile_id) REFERENCES coffees(id) ON DELETE CASCADE;
ALTER TABLE coffee_library ADD CONSTRAINT coffee_library_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE coffee_origins (
    id integer NOT NULL,
    origin text NOT NULL
);
ALTER TABLE coffee_origins ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE coffee_origins ADD CONSTRAINT coffee_origins_pkey PRIMARY KEY (id);
CREATE INDEX coffee_origins_origin ON coffee_origins USING hash (origin);
CREATE INDEX coffee_origins_search ON coffee_origins USING gin (origin gin_trgm_ops) WITH (fastupdate=off);

CREATE TABLE coffee_trends (
    coffee_id integer NOT NULL,
    trending double precision DEFAULT 0 NOT NULL,
    roast_level text NOT NULL,
    coffee_type text
);
ALTER TABLE coffee_trends ADD CONSTRAINT coffee_trends_pkey PRIMARY KEY (coffee_id);
CREATE INDEX coffee_trends_highest ON coffee_trends USING btree (trending DESC, coffee_id DESC);
CREATE INDEX coffee_trends_of_kind ON coffee_trends USING btree (roast_level, COALESCE(coffee_type, ''::text), trending DESC, coffee_id DESC);
ALTER TABLE coffee_trends ADD CONSTRAINT coffee_trends_coffee_id_fkey FOREIGN KEY (coffee_id) REFERENCES coffees(id) ON DELETE CASCADE;

CREATE TABLE coffee_words (
    word text NOT NULL
);
CREATE INDEX coffee_words_search ON coffee_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX coffee_words_word ON coffee_words USING btree (word text_pattern_ops);

CREATE TABLE coffees (
    id integer NOT NULL,
    roaster_id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    roast_level text NOT NULL,
    coffee_type text,
    origin text,
    flavor_profile text,
    description text,
    acidity_level double precision,
    body_level double precision,
    processing_method text,
    submitted_by integer,
    recipe_count integer DEFAULT 0 NOT NULL,
    search_text text NOT NULL,
    flavor_text text GENERATED ALWAYS AS (fold(flavor_profile)) STORED,
    created_at timestamp with time zone NOT NULL,
    origin_id integer,
    place integer DEFAULT 1000000 NOT NULL,
    buy_url text,
    bag_code text DEFAULT new_bag_code() NOT NULL,
    folded_name text GENERATED ALWAYS AS (fold(name)) STORED NOT NULL COLLATE pg_catalog."C",
    origin_at integer GENERATED ALWAYS AS ((length(search_text) - COALESCE((length(fold(origin)) + 1), 0))) STORED NOT NULL,
    search_words tsvector GENERATED ALWAYS AS (array_to_tsvector((array_remove(string_to_array(search_text, ' '::text), ''::text) || kinds_of_coffee(roast_level, coffee_type, origin_id)))) STORED NOT NULL,
    CONSTRAINT coffees_coffee_type_check CHECK ((coffee_type = ANY (ARRAY['SINGLE_ORIGIN'::text, 'BLEND'::text, 'DECAF'::text]))),
    CONSTRAINT coffees_place_check CHECK (((place >= 1) AND (place <= 1000000))),
    CONSTRAINT coffees_roast_level_check CHECK ((roast_level = ANY (ARRAY['LIGHT'::text, 'MEDIUM_LIGHT'::text, 'MEDIUM'::text, 'MEDIUM_DARK'::text, 'DARK'::text])))
);
ALTER TABLE coffees ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE coffees ADD CONSTRAINT coffees_pkey PRIMARY KEY (id);
ALTER TABLE coffees ADD CONSTRAINT coffees_roaster_id_slug_key UNIQUE (roaster_id, slug);
CREATE UNIQUE INDEX coffees_bag_code ON coffees USING btree (bag_code);
CREATE INDEX coffees_by_age ON coffees USING btree (created_at DESC, id DESC);
CREATE INDEX coffees_by_age_of_kind ON coffees USING btree (roast_level, COALESCE(coffee_type, ''::text), created_at DESC, id DESC);
CREATE INDEX coffees_by_age_of_origin ON coffees USING btree (origin_id, created_at DESC, id DESC);
CREATE INDEX coffees_by_name ON coffees USING btree (folded_name, id);
CREATE INDEX coffees_by_name_of_kind ON coffees USING btree (roast_level, COALESCE(coffee_type, ''::text), folded_name, id);
CREATE INDEX coffees_by_name_of_origin ON coffees USING btree (origin_id, folded_name, id);
CREATE INDEX coffees_by_recipes ON coffees USING btree (recipe_count DESC, id DESC);
CREATE INDEX coffees_by_recipes_of_kind ON coffees USING btree (roast_level, COALESCE(coffee_type, ''::text), recipe_count DESC, id DESC);
CREATE INDEX coffees_by_recipes_of_origin ON coffees USING btree (origin_id, recipe_count DESC, id DESC);
CREATE INDEX coffees_flavours ON coffees USING gin (flavor_text gin_trgm_ops);
CREATE INDEX coffees_in_place ON coffees USING btree (roaster_id, ((lpad((place)::text, 7, '0'::text) || fold(name))), id);
CREATE INDEX coffees_of_roaster ON coffees USING btree (roaster_id, folded_name, id);
CREATE INDEX coffees_submitted_by ON coffees USING btree (submitted_by);
CREATE INDEX coffees_words ON coffees USING gin (search_words) WITH (fastupdate=off);
CREATE TRIGGER begin_trend AFTER INSERT ON coffees REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION begin_trend();
CREATE TRIGGER count_coffee AFTER INSERT OR DELETE ON coffees FOR EACH ROW EXECUTE FUNCTION count_coffee();
CREATE TRIGGER follow_coffee AFTER UPDATE OF roast_level, coffee_type ON coffees FOR EACH ROW WHEN (((old.roast_level IS DISTINCT FROM new.roast_level) OR (old.coffee_type IS DISTINCT FROM new.coffee_type))) EXECUTE FUNCTION follow_coffee();
CREATE TRIGGER note_origin BEFORE INSERT ON coffees FOR EACH ROW EXECUTE FUNCTION note_origin();
CREATE TRIGGER rewrite_search_text AFTER UPDATE OF name, origin, roaster_id ON coffees FOR EACH ROW EXECUTE FUNCTION rewrite_search_text();
CREATE TRIGGER write_search_text BEFORE INSERT ON coffees FOR EACH ROW EXECUTE FUNCTION write_search_text();
ALTER TABLE coffees ADD CONSTRAINT coffees_origin_id_fkey FOREIGN KEY (origin_id) REFERENCES coffee_origins(id);
ALTER TABLE coffees ADD CONSTRAINT coffees_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;
ALTER TABLE coffees ADD CONSTRAINT coffees_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id) ON DELETE SET NULL;

CREATE TABLE collection_items (
    collection_id integer NOT NULL,
    recipe_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE collection_items ADD CONSTRAINT collection_items_pkey PRIMARY KEY (collection_id, recipe_id);
CREATE INDEX collection_items_newest ON collection_items USING btree (collection_id, created_at DESC, recipe_id DESC);
CREATE INDEX collection_items_recipe ON collection_items USING btree (recipe_id);
ALTER TABLE collection_items ADD CONSTRAINT collection_items_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE;
ALTER TABLE collection_items ADD CONSTRAINT collection_items_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;

CREATE TABLE collections (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    description text,
    created_at timestamp with time zone NOT NULL,
    share_id text
);
ALTER TABLE collections ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE collections ADD CONSTRAINT collections_pkey PRIMARY KEY (id);
ALTER TABLE collections ADD CONSTRAINT collections_share_id_key UNIQUE (share_id);
CREATE INDEX collections_newest ON collections USING btree (user_id, created_at DESC, id DESC);
ALTER TABLE collections ADD CONSTRAINT collections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE comments (
    id integer NOT NULL,
    recipe_id integer,
    technique text,
    user_id integer NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT comments_about_one CHECK ((num_nonnulls(recipe_id, technique) = 1))
);
ALTER TABLE comments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE comments ADD CONSTRAINT comments_pkey PRIMARY KEY (id);
CREATE INDEX comments_recipe ON comments USING btree (recipe_id, created_at, id);
CREATE INDEX comments_technique ON comments USING btree (technique, created_at, id) WHERE (technique IS NOT NULL);
CREATE INDEX comments_user ON comments USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER count_comment AFTER INSERT OR DELETE ON comments FOR EACH ROW EXECUTE FUNCTION count_comment();
ALTER TABLE comments ADD CONSTRAINT comments_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;
ALTER TABLE comments ADD CONSTRAINT comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE contact_messages (
    id integer NOT NULL,
    name text NOT NULL,
    email citext NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE contact_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE contact_messages ADD CONSTRAINT contact_messages_pkey PRIMARY KEY (id);

CREATE TABLE demo_requests (
    id integer NOT NULL,
    name text NOT NULL,
    email citext NOT NULL,
    company text NOT NULL,
    message text,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE demo_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE demo_requests ADD CONSTRAINT demo_requests_pkey PRIMARY KEY (id);

CREATE TABLE device_sign_ins (
    id integer NOT NULL,
    device_hash text NOT NULL,
    user_code text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    asked_at timestamp with time zone,
    CONSTRAINT device_sign_ins_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{read,log,write,roaster}'::text[]))),
    CONSTRAINT device_sign_ins_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'allowed'::text, 'denied'::text])))
);
ALTER TABLE device_sign_ins ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE device_sign_ins ADD CONSTRAINT device_sign_ins_device_hash_key UNIQUE (device_hash);
ALTER TABLE device_sign_ins ADD CONSTRAINT device_sign_ins_pkey PRIMARY KEY (id);
ALTER TABLE device_sign_ins ADD CONSTRAINT device_sign_ins_user_code_key UNIQUE (user_code);

CREATE TABLE drinkers (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    colour text,
    palate jsonb,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE drinkers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE drinkers ADD CONSTRAINT drinkers_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX drinkers_name ON drinkers USING btree (user_id, lower(name));
ALTER TABLE drinkers ADD CONSTRAINT drinkers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE embed_settings (
    roaster_id integer NOT NULL,
    accent_color text DEFAULT '#1D3557'::text NOT NULL,
    theme text DEFAULT 'light'::text NOT NULL,
    show_powered_by boolean DEFAULT true NOT NULL,
    allowed_domains text[] DEFAULT '{}'::text[] NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    layout text DEFAULT 'card'::text NOT NULL,
    border_radius integer DEFAULT 4 NOT NULL,
    default_coffee_id integer,
    method_order text[] DEFAULT '{}'::text[] NOT NULL,
    show_picture boolean DEFAULT true NOT NULL,
    show_buy_button boolean DEFAULT true NOT NULL,
    language text,
    CONSTRAINT embed_settings_accent_color_check CHECK ((accent_color ~ '^#[0-9A-Fa-f]{6}$'::text)),
    CONSTRAINT embed_settings_border_radius_check CHECK (((border_radius >= 0) AND (border_radius <= 24))),
    CONSTRAINT embed_settings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'it'::text, 'ja'::text, 'ko'::text, 'zh'::text, 'zh-Hant'::text]))),
    CONSTRAINT embed_settings_layout_check CHECK ((layout = ANY (ARRAY['card'::text, 'inline'::text, 'badge'::text]))),
    CONSTRAINT embed_settings_theme_check CHECK ((theme = ANY (ARRAY['light'::text, 'dark'::text, 'auto'::text])))
);
ALTER TABLE embed_settings ADD CONSTRAINT embed_settings_pkey PRIMARY KEY (roaster_id);
CREATE INDEX embed_settings_default_coffee ON embed_settings USING btree (default_coffee_id) WHERE (default_coffee_id IS NOT NULL);
ALTER TABLE embed_settings ADD CONSTRAINT embed_settings_default_coffee_id_fkey FOREIGN KEY (default_coffee_id) REFERENCES coffees(id) ON DELETE SET NULL;
ALTER TABLE embed_settings ADD CONSTRAINT embed_settings_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE ended_sessions (
    id uuid NOT NULL,
    until timestamp with time zone NOT NULL
);
ALTER TABLE ended_sessions ADD CONSTRAINT ended_sessions_pkey PRIMARY KEY (id);

CREATE TABLE event_days (
    roaster_id integer NOT NULL,
    day date NOT NULL,
    kind text NOT NULL,
    coffee_id integer,
    method text,
    host text,
    events integer NOT NULL,
    place text NOT NULL
);
ALTER TABLE event_days ADD CONSTRAINT event_days_key UNIQUE NULLS NOT DISTINCT (roaster_id, day, kind, place, coffee_id, method, host);
ALTER TABLE event_days ADD CONSTRAINT event_days_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE event_grinder_days (
    roaster_id integer NOT NULL,
    day date NOT NULL,
    kind text NOT NULL,
    grinder_id integer NOT NULL,
    events integer NOT NULL
);
ALTER TABLE event_grinder_days ADD CONSTRAINT event_grinder_days_pkey PRIMARY KEY (roaster_id, day, kind, grinder_id);
ALTER TABLE event_grinder_days ADD CONSTRAINT event_grinder_days_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE event_quarters (
    roaster_id integer NOT NULL,
    quarter timestamp with time zone NOT NULL,
    kind text NOT NULL,
    events integer NOT NULL
);
ALTER TABLE event_quarters ADD CONSTRAINT event_quarters_pkey PRIMARY KEY (roaster_id, quarter, kind);
ALTER TABLE event_quarters ADD CONSTRAINT event_quarters_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE event_visitor_days (
    roaster_id integer NOT NULL,
    day date NOT NULL,
    visitors integer NOT NULL
);
ALTER TABLE event_visitor_days ADD CONSTRAINT event_visitor_days_pkey PRIMARY KEY (roaster_id, day);
ALTER TABLE event_visitor_days ADD CONSTRAINT event_visitor_days_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE event_visitors (
    roaster_id integer NOT NULL,
    day date NOT NULL,
    visitor text NOT NULL
);
ALTER TABLE event_visitors ADD CONSTRAINT event_visitors_pkey PRIMARY KEY (roaster_id, day, visitor);
ALTER TABLE event_visitors ADD CONSTRAINT event_visitors_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE events (
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    roaster_id integer NOT NULL,
    coffee_id integer,
    recipe_id integer,
    method text,
    source text,
    host text,
    place text NOT NULL,
    grinder_id integer,
    CONSTRAINT events_kind_check CHECK ((kind = ANY (ARRAY['IMPRESSION'::text, 'CLICK'::text, 'METHOD_SWITCH'::text, 'GRINDER_CHOICE'::text, 'PAGE_VIEW'::text, 'SCAN'::text]))),
    CONSTRAINT events_place_check CHECK ((place = ANY (ARRAY['widget'::text, 'page'::text, 'bag'::text])))
)
PARTITION BY RANGE (at);
ALTER TABLE events ATTACH PARTITION events_default DEFAULT;
CREATE INDEX events_of_roaster ON events USING btree (roaster_id, at);
ALTER TABLE events ADD CONSTRAINT events_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE events_default (
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    roaster_id integer NOT NULL,
    coffee_id integer,
    recipe_id integer,
    method text,
    source text,
    host text,
    place text NOT NULL,
    grinder_id integer,
    CONSTRAINT events_kind_check CHECK ((kind = ANY (ARRAY['IMPRESSION'::text, 'CLICK'::text, 'METHOD_SWITCH'::text, 'GRINDER_CHOICE'::text, 'PAGE_VIEW'::text, 'SCAN'::text]))),
    CONSTRAINT events_place_check CHECK ((place = ANY (ARRAY['widget'::text, 'page'::text, 'bag'::text])))
);
CREATE INDEX events_default_roaster_id_at_idx ON events_default USING btree (roaster_id, at);

CREATE TABLE favourite_notices (
    user_id integer NOT NULL,
    community_recipe_id integer NOT NULL
);
ALTER TABLE favourite_notices ADD CONSTRAINT favourite_notices_pkey PRIMARY KEY (user_id, community_recipe_id);
CREATE INDEX favourite_notices_recipe ON favourite_notices USING btree (community_recipe_id);
ALTER TABLE favourite_notices ADD CONSTRAINT favourite_notices_community_recipe_id_fkey FOREIGN KEY (community_recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;
ALTER TABLE favourite_notices ADD CONSTRAINT favourite_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE filters (
    id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    description text NOT NULL,
    brewers text[] DEFAULT '{}'::text[] NOT NULL,
    shipped jsonb,
    CONSTRAINT filters_type_check CHECK ((type = ANY (ARRAY['paper'::text, 'metal'::text, 'cloth'::text])))
);
ALTER TABLE filters ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE filters ADD CONSTRAINT filters_pkey PRIMARY KEY (id);
ALTER TABLE filters ADD CONSTRAINT filters_slug_key UNIQUE (slug);

CREATE TABLE grind_feedback (
    id integer NOT NULL,
    grinder_id integer NOT NULL,
    setting double precision NOT NULL,
    grind_index double precision,
    method text,
    feedback text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    user_id integer,
    CONSTRAINT grind_feedback_check CHECK (((grind_index IS NOT NULL) OR (method IS NOT NULL))),
    CONSTRAINT grind_feedback_feedback_check CHECK ((feedback = ANY (ARRAY['TOO_FINE'::text, 'JUST_RIGHT'::text, 'TOO_COARSE'::text])))
);
ALTER TABLE grind_feedback ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE grind_feedback ADD CONSTRAINT grind_feedback_pkey PRIMARY KEY (id);
CREATE INDEX grind_feedback_grinder ON grind_feedback USING btree (grinder_id);
CREATE INDEX grind_feedback_user ON grind_feedback USING btree (user_id) WHERE (user_id IS NOT NULL);
ALTER TABLE grind_feedback ADD CONSTRAINT grind_feedback_grinder_id_fkey FOREIGN KEY (grinder_id) REFERENCES grinders(id) ON DELETE CASCADE;
ALTER TABLE grind_feedback ADD CONSTRAINT grind_feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE grinder_revisions (
    id integer NOT NULL,
    grinder_id integer NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    people integer NOT NULL,
    spread double precision NOT NULL,
    applied_at timestamp with time zone NOT NULL,
    applied_by text NOT NULL,
    reverted_at timestamp with time zone,
    reverted_by text,
    settled_at timestamp with time zone
);
ALTER TABLE grinder_revisions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE grinder_revisions ADD CONSTRAINT grinder_revisions_pkey PRIMARY KEY (id);
CREATE INDEX grinder_revisions_grinder ON grinder_revisions USING btree (grinder_id, id);
CREATE INDEX grinder_revisions_unsettled ON grinder_revisions USING btree (grinder_id) WHERE (settled_at IS NULL);
ALTER TABLE grinder_revisions ADD CONSTRAINT grinder_revisions_grinder_id_fkey FOREIGN KEY (grinder_id) REFERENCES grinders(id) ON DELETE CASCADE;

CREATE TABLE grinders (
    id integer NOT NULL,
    record jsonb NOT NULL,
    slug text GENERATED ALWAYS AS ((record ->> 'slug'::text)) STORED NOT NULL,
    brand text GENERATED ALWAYS AS ((record ->> 'brand'::text)) STORED NOT NULL,
    model text GENERATED ALWAYS AS ((record ->> 'model'::text)) STORED NOT NULL,
    shipped jsonb,
    is_described boolean DEFAULT false NOT NULL,
    owner_id integer,
    own_record jsonb,
    description jsonb,
    is_rejected boolean DEFAULT false NOT NULL,
    CONSTRAINT grinders_described CHECK ((is_described OR ((owner_id IS NULL) AND (own_record IS NULL) AND (description IS NULL))))
);
ALTER TABLE grinders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE grinders ADD CONSTRAINT grinders_pkey PRIMARY KEY (id);
ALTER TABLE grinders ADD CONSTRAINT grinders_slug_key UNIQUE (slug);
CREATE INDEX grinders_owner ON grinders USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE TRIGGER forget_described_grinder BEFORE UPDATE OF owner_id ON grinders FOR EACH ROW WHEN (((new.owner_id IS NULL) AND new.is_described)) EXECUTE FUNCTION forget_described_grinder();
ALTER TABLE grinders ADD CONSTRAINT grinders_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL;

CREATE UNLOGGED TABLE last_start (
    is_only boolean DEFAULT true NOT NULL,
    salt text NOT NULL,
    secret_hash text NOT NULL,
    base_url text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    CONSTRAINT last_start_is_only_check CHECK (is_only)
);
ALTER TABLE last_start ADD CONSTRAINT last_start_pkey PRIMARY KEY (is_only);

CREATE VIEW lifts AS
 SELECT votes.recipe_id,
    votes.created_at
   FROM votes
  WHERE votes.counts
UNION ALL
 SELECT saved_recipes.community_recipe_id AS recipe_id,
    saved_recipes.created_at
   FROM saved_recipes
UNION ALL
 SELECT brew_logs.recipe_id,
    brew_logs.created_at
   FROM brew_logs
  WHERE (brew_logs.recipe_id IS NOT NULL);

CREATE TABLE machines (
    id integer NOT NULL,
    slug text NOT NULL,
    brand text NOT NULL,
    model text NOT NULL,
    brew_method text NOT NULL,
    default_water_temp_f double precision NOT NULL,
    min_water_grams double precision,
    max_water_grams double precision,
    dose_grams jsonb,
    source text,
    shipped jsonb,
    heat text,
    drive text,
    valve_grams double precision,
    has_lid boolean,
    filter_type text,
    traits text[],
    CONSTRAINT machines_filter_type_check CHECK ((filter_type = ANY (ARRAY['paper'::text, 'metal'::text, 'cloth'::text]))),
    CONSTRAINT machines_heat_check CHECK ((heat = ANY (ARRAY['kettle'::text, 'settable'::text, 'fixed'::text])))
);
ALTER TABLE machines ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE machines ADD CONSTRAINT machines_pkey PRIMARY KEY (id);
ALTER TABLE machines ADD CONSTRAINT machines_slug_key UNIQUE (slug);

CREATE TABLE magic_links (
    id uuid NOT NULL,
    user_id integer NOT NULL,
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    purpose text DEFAULT 'sign-in'::text NOT NULL,
    is_mailed boolean DEFAULT true NOT NULL,
    new_email citext,
    CONSTRAINT magic_links_purpose_check CHECK (((purpose = ANY (ARRAY['sign-in'::text, 'new-password'::text, 'new-address'::text])) AND ((purpose = 'new-address'::text) = (new_email IS NOT NULL))))
);
ALTER TABLE magic_links ADD CONSTRAINT magic_links_pkey PRIMARY KEY (id);
ALTER TABLE magic_links ADD CONSTRAINT magic_links_token_hash_key UNIQUE (token_hash);
CREATE INDEX magic_links_user ON magic_links USING btree (user_id);
ALTER TABLE magic_links ADD CONSTRAINT magic_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE migrations ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

CREATE TABLE outbox (
    id uuid NOT NULL,
    recipient citext NOT NULL,
    user_id integer,
    reply_to text,
    template text NOT NULL,
    props jsonb NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    failed_at timestamp with time zone,
    last_error text,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX outbox_digest ON outbox USING btree (recipient) WHERE ((template = 'report-digest'::text) AND (attempts = 0));
CREATE INDEX outbox_due ON outbox USING btree (next_attempt_at) WHERE (failed_at IS NULL);
CREATE INDEX outbox_recipient ON outbox USING btree (recipient);
CREATE INDEX outbox_user ON outbox USING btree (user_id);
ALTER TABLE outbox ADD CONSTRAINT outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE palates (
    user_id integer NOT NULL,
    acidity double precision NOT NULL,
    body double precision NOT NULL,
    sweetness double precision NOT NULL,
    bitterness double precision NOT NULL,
    complexity double precision NOT NULL,
    aftertaste double precision NOT NULL,
    strength double precision NOT NULL,
    roast double precision NOT NULL,
    explorer double precision NOT NULL,
    CONSTRAINT palates_acidity_check CHECK (((acidity >= (0)::double precision) AND (acidity <= (1)::double precision))),
    CONSTRAINT palates_aftertaste_check CHECK (((aftertaste >= (0)::double precision) AND (aftertaste <= (1)::double precision))),
    CONSTRAINT palates_bitterness_check CHECK (((bitterness >= (0)::double precision) AND (bitterness <= (1)::double precision))),
    CONSTRAINT palates_body_check CHECK (((body >= (0)::double precision) AND (body <= (1)::double precision))),
    CONSTRAINT palates_complexity_check CHECK (((complexity >= (0)::double precision) AND (complexity <= (1)::double precision))),
    CONSTRAINT palates_explorer_check CHECK (((explorer >= (0)::double precision) AND (explorer <= (1)::double precision))),
    CONSTRAINT palates_roast_check CHECK (((roast >= (0)::double precision) AND (roast <= (1)::double precision))),
    CONSTRAINT palates_strength_check CHECK (((strength >= (0)::double precision) AND (strength <= (1)::double precision))),
    CONSTRAINT palates_sweetness_check CHECK (((sweetness >= (0)::double precision) AND (sweetness <= (1)::double precision)))
);
ALTER TABLE palates ADD CONSTRAINT palates_pkey PRIMARY KEY (user_id);
ALTER TABLE palates ADD CONSTRAINT palates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE personal_recipe_versions (
    personal_recipe_id integer NOT NULL,
    version integer NOT NULL,
    written_at timestamp with time zone NOT NULL,
    name text,
    grind_setting double precision,
    grind_setting_text text,
    grind_index double precision,
    ratio double precision,
    dose_grams double precision,
    water_grams double precision,
    water_temp_f double precision,
    brew_time_seconds integer,
    steps jsonb,
    notes text,
    rating integer
);
ALTER TABLE personal_recipe_versions ADD CONSTRAINT personal_recipe_versions_pkey PRIMARY KEY (personal_recipe_id, version);
ALTER TABLE personal_recipe_versions ADD CONSTRAINT personal_recipe_versions_personal_recipe_id_fkey FOREIGN KEY (personal_recipe_id) REFERENCES personal_recipes(id) ON DELETE CASCADE;

CREATE TABLE personal_recipes (
    id integer NOT NULL,
    user_id integer NOT NULL,
    brew_log_id integer,
    name text,
    method text NOT NULL,
    coffee_profile_id integer,
    grinder_id integer,
    grind_setting double precision,
    grind_setting_text text,
    grind_index double precision,
    ratio double precision,
    dose_grams double precision,
    water_grams double precision,
    water_temp_f double precision,
    brew_time_seconds integer,
    notes text,
    rating integer,
    created_at timestamp with time zone NOT NULL,
    steps jsonb,
    version integer DEFAULT 1 NOT NULL,
    edited_at timestamp with time zone,
    parent_id integer,
    parent_version integer,
    technique text,
    CONSTRAINT personal_recipes_basis CHECK ((num_nonnulls(parent_id, technique) <= 1)),
    CONSTRAINT personal_recipes_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);
ALTER TABLE personal_recipes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE personal_recipes ADD CONSTRAINT personal_recipes_brew_log_id_key UNIQUE (brew_log_id);
ALTER TABLE personal_recipes ADD CONSTRAINT personal_recipes_pkey PRIMARY KEY (id);
CREATE INDEX personal_recipes_coffee ON personal_recipes USING btree (coffee_profile_id);
CREATE INDEX personal_recipes_newest ON personal_recipes USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER keep_version BEFORE UPDATE OF edited_at ON personal_recipes FOR EACH ROW EXECUTE FUNCTION keep_personal_version();
ALTER TABLE personal_recipes ADD CONSTRAINT personal_recipes_brew_log_id_fkey FOREIGN KEY (brew_log_id) REFERENCES brew_logs(id) ON DELETE SET NULL;
ALTER TABLE personal_recipes ADD CONSTRAINT personal_recipes_coffee_profile_id_fkey FOREIGN KEY (coffee_profile_id) REFERENCES coffees(id) ON DELETE SET NULL;
ALTER TABLE personal_recipes ADD CONSTRAINT personal_recipes_grinder_id_fkey FOREIGN KEY (grinder_id) REFERENCES grinders(id);
ALTER TABLE personal_recipes ADD CONSTRAINT personal_recipes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE picture_files (
    key text NOT NULL,
    width integer NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE picture_files ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE picture_files ADD CONSTRAINT picture_files_pkey PRIMARY KEY (key, width);
ALTER TABLE picture_files ADD CONSTRAINT picture_files_key_fkey FOREIGN KEY (key) REFERENCES pictures(key) ON DELETE CASCADE;

CREATE TABLE pictures (
    key text NOT NULL,
    hash text NOT NULL,
    sizes jsonb NOT NULL,
    coffee_id integer,
    logo_roaster_id integer,
    bag_id integer,
    is_private boolean DEFAULT false NOT NULL,
    is_whole boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT pictures_one_owner CHECK ((num_nonnulls(coffee_id, logo_roaster_id, bag_id) <= 1))
);
ALTER TABLE pictures ADD CONSTRAINT pictures_bag_id_key UNIQUE (bag_id);
ALTER TABLE pictures ADD CONSTRAINT pictures_coffee_id_key UNIQUE (coffee_id);
ALTER TABLE pictures ADD CONSTRAINT pictures_logo_roaster_id_key UNIQUE (logo_roaster_id);
ALTER TABLE pictures ADD CONSTRAINT pictures_pkey PRIMARY KEY (key);
CREATE INDEX pictures_hash ON pictures USING btree (hash);
CREATE INDEX pictures_unowned ON pictures USING btree (created_at) WHERE ((coffee_id IS NULL) AND (logo_roaster_id IS NULL) AND (bag_id IS NULL));
ALTER TABLE pictures ADD CONSTRAINT pictures_bag_id_fkey FOREIGN KEY (bag_id) REFERENCES bags(id) ON DELETE SET NULL;
ALTER TABLE pictures ADD CONSTRAINT pictures_coffee_id_fkey FOREIGN KEY (coffee_id) REFERENCES coffees(id) ON DELETE SET NULL;
ALTER TABLE pictures ADD CONSTRAINT pictures_logo_roaster_id_fkey FOREIGN KEY (logo_roaster_id) REFERENCES roasters(id) ON DELETE SET NULL;

CREATE UNLOGGED TABLE rate_limits (
    route text NOT NULL,
    address text NOT NULL,
    hits timestamp with time zone[] NOT NULL,
    allowed boolean NOT NULL
);
ALTER TABLE rate_limits ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (route, address);

CREATE TABLE ratings (
    recipe_id integer NOT NULL,
    user_id integer NOT NULL,
    rating integer NOT NULL,
    notes text,
    created_at timestamp with time zone NOT NULL,
    counts boolean DEFAULT true NOT NULL,
    CONSTRAINT ratings_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);
ALTER TABLE ratings ADD CONSTRAINT ratings_pkey PRIMARY KEY (recipe_id, user_id);
CREATE INDEX ratings_given ON ratings USING btree (recipe_id, rating);
CREATE INDEX ratings_user ON ratings USING btree (user_id);
CREATE TRIGGER count_rating AFTER INSERT OR DELETE OR UPDATE OF rating, counts ON ratings FOR EACH ROW EXECUTE FUNCTION count_rating();
ALTER TABLE ratings ADD CONSTRAINT ratings_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;
ALTER TABLE ratings ADD CONSTRAINT ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE recipe_forks (
    recipe_id integer NOT NULL,
    parent_id integer,
    parent_version integer,
    technique text,
    step_points double precision NOT NULL,
    CONSTRAINT recipe_forks_check CHECK ((parent_id < recipe_id)),
    CONSTRAINT recipe_forks_check1 CHECK ((num_nonnulls(parent_id, technique) = 1))
);
ALTER TABLE recipe_forks ADD CONSTRAINT recipe_forks_pkey PRIMARY KEY (recipe_id);
CREATE INDEX recipe_forks_parent ON recipe_forks USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX recipe_forks_technique ON recipe_forks USING btree (technique) WHERE (technique IS NOT NULL);
CREATE TRIGGER place_fork AFTER INSERT OR UPDATE ON recipe_forks FOR EACH ROW EXECUTE FUNCTION place_fork();
ALTER TABLE recipe_forks ADD CONSTRAINT recipe_forks_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;

CREATE UNLOGGED TABLE recipe_moves (
    id bigint NOT NULL,
    recipe_id integer NOT NULL,
    moved_by xid8 DEFAULT pg_current_xact_id() NOT NULL,
    wilson_score double precision NOT NULL,
    downvotes integer NOT NULL,
    brew_count integer NOT NULL,
    moved_at timestamp with time zone DEFAULT now() NOT NULL,
    upvotes integer NOT NULL
);
ALTER TABLE recipe_moves ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE recipe_moves ADD CONSTRAINT recipe_moves_pkey PRIMARY KEY (id);
CREATE INDEX recipe_moves_since ON recipe_moves USING btree (moved_by);

CREATE TABLE recipe_versions (
    recipe_id integer NOT NULL,
    version integer NOT NULL,
    written_at timestamp with time zone NOT NULL,
    grinder_id integer NOT NULL,
    machine_id integer NOT NULL,
    filter_id integer,
    grind_setting double precision NOT NULL,
    grind_setting_text text,
    grind_index double precision NOT NULL,
    ratio double precision NOT NULL,
    dose_grams double precision NOT NULL,
    water_grams double precision NOT NULL,
    brew_time_seconds integer,
    water_temp_f double precision,
    notes text,
    taste_profile jsonb,
    steps jsonb
);
ALTER TABLE recipe_versions ADD CONSTRAINT recipe_versions_pkey PRIMARY KEY (recipe_id, version);
ALTER TABLE recipe_versions ADD CONSTRAINT recipe_versions_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;

CREATE TABLE recipes (
    id integer NOT NULL,
    coffee_profile_id integer NOT NULL,
    grinder_id integer NOT NULL,
    machine_id integer NOT NULL,
    filter_id integer,
    created_by integer,
    grind_setting double precision NOT NULL,
    grind_setting_text text,
    grind_index double precision NOT NULL,
    ratio double precision NOT NULL,
    dose_grams double precision NOT NULL,
    water_grams double precision NOT NULL,
    brew_time_seconds integer,
    water_temp_f double precision,
    notes text,
    taste_profile jsonb,
    roaster_id integer NOT NULL,
    brew_method text NOT NULL,
    roast_level text NOT NULL,
    grind_range text,
    brew_time_range text,
    taste cube,
    strength_level smallint GENERATED ALWAYS AS ((((1)::double precision + ((4)::double precision * cube_ll_coord(taste, 5))))::smallint) STORED,
    share_id text,
    upvotes integer DEFAULT 0 NOT NULL,
    downvotes integer DEFAULT 0 NOT NULL,
    wilson_score double precision GENERATED ALWAYS AS (wilson_score(upvotes, downvotes)) STORED NOT NULL,
    rating_sum integer DEFAULT 0 NOT NULL,
    rating_count integer DEFAULT 0 NOT NULL,
    avg_rating double precision GENERATED ALWAYS AS (
CASE
    WHEN (rating_count > 0) THEN ((rating_sum)::double precision / (rating_count)::double precision)
    ELSE NULL::double precision
END) STORED,
    brew_count integer DEFAULT 0 NOT NULL,
    save_count integer DEFAULT 0 NOT NULL,
    comment_count integer DEFAULT 0 NOT NULL,
    hidden_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    steps jsonb,
    author_calibrated boolean DEFAULT false NOT NULL,
    taste_level smallint GENERATED ALWAYS AS (COALESCE((GREATEST(('-2'::integer)::numeric, LEAST((2)::numeric, round((((2)::double precision * (((cube_ll_coord(taste, 2) + cube_ll_coord(taste, 4)) - cube_ll_coord(taste, 1)) - (0.5)::double precision)))::numeric))))::smallint, (0)::smallint)) STORED NOT NULL,
    roaster_recipe_id integer,
    version integer DEFAULT 1 NOT NULL,
    edited_at timestamp with time zone,
    is_near_copy boolean DEFAULT false NOT NULL,
    is_listed boolean GENERATED ALWAYS AS (((hidden_at IS NULL) AND (NOT is_near_copy))) STORED NOT NULL
);
ALTER TABLE recipes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE recipes ADD CONSTRAINT recipes_pkey PRIMARY KEY (id);
ALTER TABLE recipes ADD CONSTRAINT recipes_share_id_key UNIQUE (share_id);
CREATE INDEX recipes_author ON recipes USING btree (created_by);
CREATE INDEX recipes_best ON recipes USING btree (wilson_score DESC, ((- downvotes)) DESC, created_at DESC, id DESC) INCLUDE (downvotes, brew_method, roast_level, strength_level, taste_level, grind_range, brew_time_range, dose_grams, grind_index, coffee_profile_id, roaster_id, grinder_id, machine_id, created_by) WHERE is_listed;
CREATE INDEX recipes_best_of_grinder ON recipes USING btree (grinder_id, wilson_score DESC, ((- downvotes)) DESC, created_at DESC, id DESC, brew_method, machine_id, roast_level) INCLUDE (downvotes) WHERE is_listed;
CREATE INDEX recipes_best_of_taste ON recipes USING btree (taste, wilson_score DESC, ((- downvotes)) DESC, created_at DESC, id DESC) WHERE is_listed;
CREATE INDEX recipes_coffee ON recipes USING btree (coffee_profile_id, brew_method) INCLUDE (roast_level, taste_level, grind_range, brew_time_range, is_listed);
CREATE INDEX recipes_grind_index ON recipes USING btree (grind_index) INCLUDE (dose_grams, brew_method, roast_level, strength_level, taste_level, grind_range, brew_time_range) WHERE is_listed;
CREATE INDEX recipes_most_brewed ON recipes USING btree (brew_count DESC, id DESC) INCLUDE (brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id, roaster_id, grinder_id, machine_id) WHERE is_listed;
CREATE INDEX recipes_newest ON recipes USING btree (created_at DESC, id DESC) INCLUDE (brew_method, roast_level, taste_level, grind_range, brew_time_range, coffee_profile_id, roaster_id, grinder_id, machine_id) WHERE is_listed;
CREATE INDEX recipes_newest_of_roaster ON recipes USING btree (roaster_id, created_at DESC, id DESC, brew_method, roast_level, taste_level, grind_range, brew_time_range) WHERE is_listed;
CREATE UNIQUE INDEX recipes_of_roaster_recipe ON recipes USING btree (roaster_recipe_id) WHERE (roaster_recipe_id IS NOT NULL);
CREATE INDEX recipes_style ON recipes USING btree (brew_method, roast_level, dose_grams, grind_range, brew_time_range, taste_level, strength_level, grind_index, machine_id) WHERE is_listed;
CREATE INDEX recipes_upvoted ON recipes USING btree (upvotes DESC, ((- downvotes)) DESC, created_at DESC, id DESC) INCLUDE (downvotes, roast_level, taste_level, coffee_profile_id, grinder_id, machine_id) WHERE is_listed;
CREATE STATISTICS recipes_style ON brew_method, roast_level, grind_range, brew_time_range FROM recipes;
CREATE TRIGGER count_recipe AFTER INSERT OR UPDATE OF hidden_at, is_near_copy ON recipes FOR EACH ROW EXECUTE FUNCTION count_recipe();
CREATE TRIGGER count_recipe_gone BEFORE DELETE ON recipes FOR EACH ROW EXECUTE FUNCTION count_recipe();
CREATE TRIGGER count_recipe_kind AFTER INSERT OR DELETE OR UPDATE OF hidden_at, is_near_copy, grinder_id, machine_id, brew_method, roast_level, grind_range, brew_time_range, taste ON recipes FOR EACH ROW EXECUTE FUNCTION count_recipe_kind();
CREATE TRIGGER follow_parent AFTER DELETE OR UPDATE OF hidden_at, machine_id, brew_method, grind_index, ratio, water_temp_f, brew_time_seconds, steps ON recipes FOR EACH ROW EXECUTE FUNCTION follow_parent();
CREATE TRIGGER keep_version BEFORE UPDATE OF edited_at ON recipes FOR EACH ROW EXECUTE FUNCTION keep_version();
CREATE TRIGGER note_move AFTER UPDATE OF upvotes, downvotes, brew_count ON recipes FOR EACH ROW WHEN (((old.upvotes <> new.upvotes) OR (old.downvotes <> new.downvotes) OR (old.brew_count <> new.brew_count))) EXECUTE FUNCTION note_move();
ALTER TABLE recipes ADD CONSTRAINT recipes_coffee_profile_id_fkey FOREIGN KEY (coffee_profile_id) REFERENCES coffees(id) ON DELETE CASCADE;
ALTER TABLE recipes ADD CONSTRAINT recipes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE recipes ADD CONSTRAINT recipes_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES filters(id);
ALTER TABLE recipes ADD CONSTRAINT recipes_grinder_id_fkey FOREIGN KEY (grinder_id) REFERENCES grinders(id);
ALTER TABLE recipes ADD CONSTRAINT recipes_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machines(id);
ALTER TABLE recipes ADD CONSTRAINT recipes_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;
ALTER TABLE recipes ADD CONSTRAINT recipes_roaster_recipe_id_fkey FOREIGN KEY (roaster_recipe_id) REFERENCES roaster_recipes(id) ON DELETE CASCADE;

CREATE TABLE recipes_by_gear (
    grinder_id integer NOT NULL,
    machine_id integer NOT NULL,
    roast_level text NOT NULL,
    recipes integer NOT NULL,
    brew_method text NOT NULL
);
ALTER TABLE recipes_by_gear ADD CONSTRAINT recipes_by_gear_pkey PRIMARY KEY (grinder_id, machine_id, brew_method, roast_level);
CREATE INDEX recipes_by_gear_machine ON recipes_by_gear USING btree (machine_id);

CREATE TABLE recipes_by_style (
    brew_method text NOT NULL,
    roast_level text NOT NULL,
    grind_range text NOT NULL,
    brew_time_range text NOT NULL,
    recipes integer NOT NULL,
    taste_level smallint DEFAULT 0 NOT NULL
);
ALTER TABLE recipes_by_style ADD CONSTRAINT recipes_by_style_pkey PRIMARY KEY (brew_method, roast_level, grind_range, brew_time_range, taste_level);

CREATE TABLE reports (
    id integer NOT NULL,
    kind text NOT NULL,
    thing_id integer NOT NULL,
    user_id integer,
    visitor text,
    reason text NOT NULL,
    sentence text,
    created_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    note text,
    CONSTRAINT reports_kind_check CHECK ((kind = ANY (ARRAY['recipe'::text, 'comment'::text]))),
    CONSTRAINT reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'rude'::text, 'wrong'::text, 'copied'::text, 'other'::text])))
);
ALTER TABLE reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE reports ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX reports_by_person ON reports USING btree (kind, thing_id, user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX reports_by_visitor ON reports USING btree (kind, thing_id, visitor) WHERE (visitor IS NOT NULL);
CREATE INDEX reports_open ON reports USING btree (kind, thing_id) WHERE (closed_at IS NULL);
CREATE INDEX reports_thing ON reports USING btree (kind, thing_id);
CREATE INDEX reports_user ON reports USING btree (user_id) WHERE (user_id IS NOT NULL);
ALTER TABLE reports ADD CONSTRAINT reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

CREATE TABLE roaster_claims (
    id integer NOT NULL,
    user_id integer NOT NULL,
    roaster_id integer NOT NULL,
    business_email citext NOT NULL,
    proof_url text,
    notes text,
    state text NOT NULL,
    link_id uuid NOT NULL,
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    CONSTRAINT roaster_claims_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'VERIFIED'::text, 'APPROVED'::text, 'REJECTED'::text, 'EXPIRED'::text])))
);
ALTER TABLE roaster_claims ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE roaster_claims ADD CONSTRAINT roaster_claims_pkey PRIMARY KEY (id);
ALTER TABLE roaster_claims ADD CONSTRAINT roaster_claims_token_hash_key UNIQUE (token_hash);
CREATE UNIQUE INDEX roaster_claims_open_of_user ON roaster_claims USING btree (user_id) WHERE (state = ANY (ARRAY['PENDING'::text, 'VERIFIED'::text]));
CREATE INDEX roaster_claims_roaster ON roaster_claims USING btree (roaster_id);
CREATE INDEX roaster_claims_user ON roaster_claims USING btree (user_id);
ALTER TABLE roaster_claims ADD CONSTRAINT roaster_claims_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;
ALTER TABLE roaster_claims ADD CONSTRAINT roaster_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE roaster_follows (
    roaster_id integer NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE roaster_follows ADD CONSTRAINT roaster_follows_pkey PRIMARY KEY (user_id, roaster_id);
CREATE INDEX roaster_follows_roaster ON roaster_follows USING btree (roaster_id);
CREATE TRIGGER count_follow AFTER INSERT OR DELETE ON roaster_follows FOR EACH ROW EXECUTE FUNCTION count_follow();
ALTER TABLE roaster_follows ADD CONSTRAINT roaster_follows_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;
ALTER TABLE roaster_follows ADD CONSTRAINT roaster_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE roaster_invitations (
    id integer NOT NULL,
    roaster_id integer NOT NULL,
    email citext NOT NULL,
    role text NOT NULL,
    invited_by integer,
    link_id uuid NOT NULL,
    token_hash text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    declined_at timestamp with time zone,
    CONSTRAINT roaster_invitations_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'EDITOR'::text])))
);
ALTER TABLE roaster_invitations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE roaster_invitations ADD CONSTRAINT roaster_invitations_pkey PRIMARY KEY (id);
ALTER TABLE roaster_invitations ADD CONSTRAINT roaster_invitations_token_hash_key UNIQUE (token_hash);
CREATE INDEX roaster_invitations_by ON roaster_invitations USING btree (invited_by);
CREATE UNIQUE INDEX roaster_invitations_of_address ON roaster_invitations USING btree (roaster_id, email);
CREATE INDEX roaster_invitations_to ON roaster_invitations USING btree (email);
ALTER TABLE roaster_invitations ADD CONSTRAINT roaster_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE roaster_invitations ADD CONSTRAINT roaster_invitations_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE TABLE roaster_members (
    roaster_id integer NOT NULL,
    user_id integer NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT roaster_members_role_check CHECK ((role = ANY (ARRAY['OWNER'::text, 'EDITOR'::text])))
);
ALTER TABLE roaster_members ADD CONSTRAINT roaster_members_pkey PRIMARY KEY (roaster_id, user_id);
CREATE INDEX roaster_members_user ON roaster_members USING btree (user_id);
ALTER TABLE roaster_members ADD CONSTRAINT roaster_members_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;
ALTER TABLE roaster_members ADD CONSTRAINT roaster_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE roaster_recipes (
    id integer NOT NULL,
    coffee_id integer NOT NULL,
    method text NOT NULL,
    dose_grams double precision NOT NULL,
    water_grams double precision NOT NULL,
    ratio double precision NOT NULL,
    water_temp_f double precision,
    grind_size text,
    grind_index double precision NOT NULL,
    brew_time_seconds integer,
    notes text,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    steps jsonb,
    grinder_id integer,
    grind_setting double precision,
    CONSTRAINT roaster_recipes_grind_index_check CHECK (((grind_index >= (0)::double precision) AND (grind_index <= (100)::double precision)))
);
ALTER TABLE roaster_recipes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE roaster_recipes ADD CONSTRAINT roaster_recipes_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX roaster_recipes_default ON roaster_recipes USING btree (coffee_id, method) WHERE is_default;
CREATE INDEX roaster_recipes_of_coffee ON roaster_recipes USING btree (coffee_id, method, id);
ALTER TABLE roaster_recipes ADD CONSTRAINT roaster_recipes_coffee_id_fkey FOREIGN KEY (coffee_id) REFERENCES coffees(id) ON DELETE CASCADE;
ALTER TABLE roaster_recipes ADD CONSTRAINT roaster_recipes_grinder_id_fkey FOREIGN KEY (grinder_id) REFERENCES grinders(id);

CREATE TABLE roasters (
    id integer NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    match_name text NOT NULL,
    description text,
    tagline text,
    city text,
    state text,
    country text,
    logo_url text,
    cover_image_url text,
    website_url text,
    style text,
    instagram_handle text,
    contact_email citext,
    is_verified boolean DEFAULT false NOT NULL,
    is_premium boolean DEFAULT false NOT NULL,
    coffee_count integer DEFAULT 0 NOT NULL,
    recipe_count integer DEFAULT 0 NOT NULL,
    follower_count integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    folded_name text GENERATED ALWAYS AS (fold(name)) STORED NOT NULL
);
ALTER TABLE roasters ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE roasters ADD CONSTRAINT roasters_pkey PRIMARY KEY (id);
ALTER TABLE roasters ADD CONSTRAINT roasters_slug_key UNIQUE (slug);
CREATE INDEX roasters_by_name ON roasters USING btree (folded_name, id);
CREATE INDEX roasters_by_website ON roasters USING btree (split_part(split_part(lower(website_url), '//'::text, 2), '/'::text, 1));
CREATE UNIQUE INDEX roasters_match_name ON roasters USING btree (match_name);
CREATE INDEX roasters_search ON roasters USING gin (folded_name gin_trgm_ops) WITH (fastupdate=off);
CREATE TRIGGER rename_in_search_text AFTER UPDATE OF name ON roasters FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION rename_in_search_text();

CREATE TABLE saved_recipes (
    user_id integer NOT NULL,
    community_recipe_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE saved_recipes ADD CONSTRAINT saved_recipes_pkey PRIMARY KEY (user_id, community_recipe_id);
CREATE INDEX saved_recipes_newest ON saved_recipes USING btree (user_id, created_at DESC, community_recipe_id DESC);
CREATE INDEX saved_recipes_recipe ON saved_recipes USING btree (community_recipe_id);
CREATE TRIGGER count_save AFTER INSERT OR DELETE OR UPDATE OF created_at ON saved_recipes FOR EACH ROW EXECUTE FUNCTION count_save();
ALTER TABLE saved_recipes ADD CONSTRAINT saved_recipes_community_recipe_id_fkey FOREIGN KEY (community_recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;
ALTER TABLE saved_recipes ADD CONSTRAINT saved_recipes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE sessions (
    user_id integer NOT NULL,
    id uuid NOT NULL,
    session_version integer NOT NULL,
    browser text,
    system text,
    last_used_at timestamp with time zone NOT NULL
);
ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (user_id, id);
CREATE INDEX sessions_used ON sessions USING btree (last_used_at);
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE subscribers (
    email citext NOT NULL,
    source text,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE subscribers ADD CONSTRAINT subscribers_pkey PRIMARY KEY (email);

CREATE TABLE taste_cells (
    taste cube NOT NULL
);
ALTER TABLE taste_cells ADD CONSTRAINT taste_cells_pkey PRIMARY KEY (taste);
CREATE INDEX taste_cells_nearest ON taste_cells USING gist (taste);

CREATE TABLE technique_counts (
    technique text NOT NULL,
    upvotes integer DEFAULT 0 NOT NULL,
    downvotes integer DEFAULT 0 NOT NULL,
    rating_sum integer DEFAULT 0 NOT NULL,
    rating_count integer DEFAULT 0 NOT NULL
);
ALTER TABLE technique_counts ADD CONSTRAINT technique_counts_pkey PRIMARY KEY (technique);

CREATE TABLE technique_ratings (
    technique text NOT NULL,
    user_id integer NOT NULL,
    rating integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT technique_ratings_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);
ALTER TABLE technique_ratings ADD CONSTRAINT technique_ratings_pkey PRIMARY KEY (technique, user_id);
CREATE INDEX technique_ratings_given ON technique_ratings USING btree (technique, rating);
CREATE INDEX technique_ratings_user ON technique_ratings USING btree (user_id);
CREATE TRIGGER count_technique_rating AFTER INSERT OR DELETE OR UPDATE OF rating ON technique_ratings FOR EACH ROW EXECUTE FUNCTION count_technique_rating();
ALTER TABLE technique_ratings ADD CONSTRAINT technique_ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE technique_votes (
    technique text NOT NULL,
    user_id integer NOT NULL,
    vote text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT technique_votes_vote_check CHECK ((vote = ANY (ARRAY['UP'::text, 'DOWN'::text])))
);
ALTER TABLE technique_votes ADD CONSTRAINT technique_votes_pkey PRIMARY KEY (technique, user_id);
CREATE INDEX technique_votes_user ON technique_votes USING btree (user_id);
CREATE TRIGGER count_technique_vote AFTER INSERT OR DELETE OR UPDATE OF vote ON technique_votes FOR EACH ROW EXECUTE FUNCTION count_technique_vote();
ALTER TABLE technique_votes ADD CONSTRAINT technique_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE user_filters (
    user_id integer NOT NULL,
    filter_id integer NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    nickname text,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE user_filters ADD CONSTRAINT user_filters_pkey PRIMARY KEY (user_id, filter_id);
CREATE UNIQUE INDEX user_filters_default ON user_filters USING btree (user_id) WHERE is_default;
CREATE INDEX user_filters_filter ON user_filters USING btree (filter_id);
ALTER TABLE user_filters ADD CONSTRAINT user_filters_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES filters(id) ON DELETE CASCADE;
ALTER TABLE user_filters ADD CONSTRAINT user_filters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE user_grinders (
    user_id integer NOT NULL,
    grinder_id integer NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    nickname text,
    calibration jsonb,
    tasted jsonb,
    created_at timestamp with time zone NOT NULL,
    was integer,
    description jsonb,
    said_setting double precision,
    said_at timestamp with time zone,
    burrs_changed_on date,
    CONSTRAINT user_grinders_said_check CHECK (((said_setting IS NULL) = (said_at IS NULL)))
);
ALTER TABLE user_grinders ADD CONSTRAINT user_grinders_pkey PRIMARY KEY (user_id, grinder_id);
CREATE UNIQUE INDEX user_grinders_default ON user_grinders USING btree (user_id) WHERE is_default;
CREATE INDEX user_grinders_grinder ON user_grinders USING btree (grinder_id);
ALTER TABLE user_grinders ADD CONSTRAINT user_grinders_grinder_id_fkey FOREIGN KEY (grinder_id) REFERENCES grinders(id) ON DELETE CASCADE;
ALTER TABLE user_grinders ADD CONSTRAINT user_grinders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_grinders ADD CONSTRAINT user_grinders_was_fkey FOREIGN KEY (was) REFERENCES grinders(id) ON DELETE SET NULL;

CREATE TABLE user_machines (
    user_id integer NOT NULL,
    machine_id integer NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    nickname text,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE user_machines ADD CONSTRAINT user_machines_pkey PRIMARY KEY (user_id, machine_id);
CREATE UNIQUE INDEX user_machines_default ON user_machines USING btree (user_id) WHERE is_default;
CREATE INDEX user_machines_machine ON user_machines USING btree (machine_id);
ALTER TABLE user_machines ADD CONSTRAINT user_machines_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machines(id) ON DELETE CASCADE;
ALTER TABLE user_machines ADD CONSTRAINT user_machines_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE users (
    id integer NOT NULL,
    email citext NOT NULL,
    email_verified_at timestamp with time zone,
    password_hash text,
    apple_subject text,
    name text,
    session_version integer DEFAULT 1 NOT NULL,
    disabled_at timestamp with time zone,
    notify_recipe_comments boolean DEFAULT true NOT NULL,
    notify_recipe_favorites boolean DEFAULT false NOT NULL,
    notify_recipe_brews boolean DEFAULT true NOT NULL,
    notify_recipe_variations boolean DEFAULT true NOT NULL,
    notify_shelf boolean DEFAULT false NOT NULL,
    shelf_checked_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    is_profile_public boolean DEFAULT true NOT NULL,
    are_brews_public boolean DEFAULT false NOT NULL,
    closing_at timestamp with time zone,
    altitude_meters double precision,
    water_hardness_ppm double precision,
    water_alkalinity_ppm double precision,
    CONSTRAINT users_altitude_meters_check CHECK (((altitude_meters >= (0)::double precision) AND (altitude_meters <= (5500)::double precision))),
    CONSTRAINT users_water_alkalinity_ppm_check CHECK (((water_alkalinity_ppm >= (0)::double precision) AND (water_alkalinity_ppm <= (1000)::double precision))),
    CONSTRAINT users_water_hardness_ppm_check CHECK (((water_hardness_ppm >= (0)::double precision) AND (water_hardness_ppm <= (1000)::double precision)))
);
ALTER TABLE users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE users ADD CONSTRAINT users_apple_subject_key UNIQUE (apple_subject);
ALTER TABLE users ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX users_closing ON users USING btree (id) WHERE (closing_at IS NOT NULL);
CREATE INDEX users_shelf_turn ON users USING btree (shelf_checked_at NULLS FIRST) WHERE notify_shelf;

CREATE UNLOGGED TABLE visitor_salts (
    day date NOT NULL,
    salt text NOT NULL
);
ALTER TABLE visitor_salts ADD CONSTRAINT visitor_salts_pkey PRIMARY KEY (day);

CREATE TABLE votes (
    recipe_id integer NOT NULL,
    user_id integer NOT NULL,
    vote text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    counts boolean DEFAULT true NOT NULL,
    CONSTRAINT votes_vote_check CHECK ((vote = ANY (ARRAY['UP'::text, 'DOWN'::text])))
);
ALTER TABLE votes ADD CONSTRAINT votes_pkey PRIMARY KEY (recipe_id, user_id);
CREATE INDEX votes_user ON votes USING btree (user_id);
CREATE TRIGGER count_vote AFTER INSERT OR DELETE OR UPDATE ON votes FOR EACH ROW EXECUTE FUNCTION count_vote();
ALTER TABLE votes ADD CONSTRAINT votes_recipe_id_fkey FOREIGN KEY (recipe_id) REFERENCES recipes(id) ON DELETE CASCADE;
ALTER TABLE votes ADD CONSTRAINT votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

CREATE TABLE widget_sightings (
    roaster_id integer NOT NULL,
    outcome text NOT NULL,
    host text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT widget_sightings_outcome_check CHECK ((outcome = ANY (ARRAY['loaded'::text, 'refused'::text])))
);
ALTER TABLE widget_sightings ADD CONSTRAINT widget_sightings_pkey PRIMARY KEY (roaster_id, outcome, host);
CREATE INDEX widget_sightings_at ON widget_sightings USING btree (at);
ALTER TABLE widget_sightings ADD CONSTRAINT widget_sightings_roaster_id_fkey FOREIGN KEY (roaster_id) REFERENCES roasters(id) ON DELETE CASCADE;

CREATE FUNCTION begin_trend() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into coffee_trends (coffee_id, roast_level, coffee_type)
  select id, roast_level, coffee_type
  from added;
  return null;
end $$;

CREATE FUNCTION count_brew() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if coalesce(new.recipe_id, old.recipe_id) is not null then
    update recipes
    set brew_count = brew_count + one_if(id = new.recipe_id) - one_if(id = old.recipe_id)
    where id in (new.recipe_id, old.recipe_id);
    perform lift_coffee(old.recipe_id, -trend_weight(old.created_at));
    perform lift_coffee(new.recipe_id, trend_weight(new.created_at));
  end if;
  return null;
end $$;

CREATE FUNCTION count_coffee() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update roasters
  set coffee_count = coffee_count + one_if(id = new.roaster_id) - one_if(id = old.roaster_id)
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;

CREATE FUNCTION count_comment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.recipe_id) then
    return null;
  end if;
  update recipes
  set comment_count = comment_count + one_if(id = new.recipe_id) - one_if(id = old.recipe_id)
  where id = coalesce(new.recipe_id, old.recipe_id);
  return null;
end $$;

CREATE FUNCTION count_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update roasters
  set follower_count = follower_count + one_if(id = new.roaster_id) - one_if(id = old.roaster_id)
  where id = coalesce(new.roaster_id, old.roaster_id);
  return null;
end $$;

CREATE FUNCTION count_hit(what text, whose text, most integer, within interval, at timestamp with time zone, OUT allowed boolean, OUT oldest timestamp with time zone) RETURNS record
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
begin
  insert into rate_limits as seen (route, address, hits, allowed)
  values (what, whose, array[at], true)
  on conflict (route, address) do update
  set (allowed, hits) = (
    select not is_full, case when is_full then seen.hits else (seen.hits || at)[greatest(1, cardinality(seen.hits) + 2 - most):] end
    from (select cardinality(seen.hits) >= most and seen.hits[cardinality(seen.hits) - most + 1] > at - within as is_full) as now
  )
  returning seen.allowed, seen.hits[1] into count_hit.allowed, count_hit.oldest;
end $$;

CREATE FUNCTION wilson_score(up integer, down integer) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
begin
  return case when up = 0 then 0 else (
    up::float8 / (up + down) + 1.9208 / (up + down)
    - 1.96 * sqrt(up::float8 * down / (up + down) + 0.9604) / (up + down)
  ) / (1 + 3.8416 / (up + down)) end;
end $$;

CREATE FUNCTION count_kind(recipe recipes, delta integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into recipes_by_gear as kind (grinder_id, machine_id, brew_method, roast_level, recipes)
  values (recipe.grinder_id, recipe.machine_id, recipe.brew_method, recipe.roast_level, delta)
  on conflict (grinder_id, machine_id, brew_method, roast_level) do update
  set recipes = kind.recipes + excluded.recipes;
  insert into recipes_by_style as kind (brew_method, roast_level, grind_range, brew_time_range, taste_level, recipes)
  values (
    recipe.brew_method, recipe.roast_level,
    coalesce(recipe.grind_range, ''), coalesce(recipe.brew_time_range, ''), recipe.taste_level, delta
  )
  on conflict (brew_method, roast_level, grind_range, brew_time_range, taste_level) do update
  set recipes = kind.recipes + excluded.recipes;
end $$;

CREATE FUNCTION count_old_brews() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  brewed record;
begin
  -- In the order that all writers keep (adapters/postgres/queries/locks.ts).
  for brewed in
    select recipe_id, count(*)::int as brews
    from gone
    where recipe_id is not null
    group by recipe_id
    order by recipe_id
  loop
    update recipes
    set brew_count = brew_count - brewed.brews
    where id = brewed.recipe_id;
  end loop;
  for brewed in
    select recipe.coffee_profile_id, sum(of_recipe.weight) as weight
    from (
      select recipe_id, sum(trend_weight(created_at)) as weight
      from gone
      where recipe_id is not null
      group by recipe_id
    ) of_recipe
    -- Looks up each recipe by its primary key: a session plans this once, for any number of them.
    cross join lateral (
      select coffee_profile_id
      from recipes
      where id = of_recipe.recipe_id
        and is_listed
      limit 1
    ) recipe
    group by recipe.coffee_profile_id
    order by recipe.coffee_profile_id
  loop
    update coffee_trends
    set trending = greatest(0, trending - brewed.weight)
    where coffee_id = brewed.coffee_profile_id;
  end loop;
  return null;
end $$;

CREATE FUNCTION count_rating() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  comes boolean := coalesce(new.counts, false);
  goes boolean := coalesce(old.counts, false);
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.recipe_id) then
    return null;
  end if;
  if comes or goes then
    update recipes
    set rating_sum = rating_sum + one_if(comes) * coalesce(new.rating, 0) - one_if(goes) * coalesce(old.rating, 0),
        rating_count = rating_count + one_if(comes) - one_if(goes)
    where id = coalesce(new.recipe_id, old.recipe_id);
  end if;
  return null;
end $$;

CREATE FUNCTION count_recipe() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  delta integer := one_if(new.id is not null and new.is_listed) - one_if(old.id is not null and old.is_listed);
  coffee integer := coalesce(new.coffee_profile_id, old.coffee_profile_id);
begin
  if delta <> 0 then
    update coffees
    set recipe_count = recipe_count + delta
    where id = coffee;
    update coffee_trends
    set trending = greatest(0, trending + delta * (
      select coalesce(sum(trend_weight(lifts.created_at)), 0)
      from lifts
      where recipe_id = coalesce(new.id, old.id)
    ))
    where coffee_id = coffee;
    update roasters
    set recipe_count = recipe_count + delta
    where id = coalesce(new.roaster_id, old.roaster_id);
  end if;
  return coalesce(new, old);
end $$;

CREATE FUNCTION count_recipe_kind() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'INSERT' and old.is_listed then
    perform count_kind(old, -1);
  end if;
  if tg_op <> 'DELETE' and new.is_listed then
    perform count_kind(new, 1);
    insert into taste_cells (taste)
    select new.taste
    where new.taste is not null
    on conflict do nothing;
  end if;
  return null;
end $$;

CREATE FUNCTION count_save() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.community_recipe_id) then
    return null;
  end if;
  update recipes
  set save_count = save_count + one_if(id = new.community_recipe_id) - one_if(id = old.community_recipe_id)
  where id = coalesce(new.community_recipe_id, old.community_recipe_id);
  perform lift_coffee(
    coalesce(new.community_recipe_id, old.community_recipe_id),
    trend_weight(new.created_at) - trend_weight(old.created_at)
  );
  return null;
end $$;

CREATE FUNCTION count_technique_rating() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into technique_counts as counted (technique, rating_sum, rating_count)
  values (
    coalesce(new.technique, old.technique),
    coalesce(new.rating, 0) - coalesce(old.rating, 0),
    one_if(new.rating is not null) - one_if(old.rating is not null)
  )
  on conflict (technique) do update
  set rating_sum = counted.rating_sum + excluded.rating_sum,
      rating_count = counted.rating_count + excluded.rating_count;
  return null;
end $$;

CREATE FUNCTION count_technique_vote() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into technique_counts as counted (technique, upvotes, downvotes)
  values (
    coalesce(new.technique, old.technique),
    one_if(new.vote = 'UP') - one_if(old.vote = 'UP'),
    one_if(new.vote = 'DOWN') - one_if(old.vote = 'DOWN')
  )
  on conflict (technique) do update
  set upvotes = counted.upvotes + excluded.upvotes,
      downvotes = counted.downvotes + excluded.downvotes;
  return null;
end $$;

CREATE FUNCTION count_vote() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  comes boolean := coalesce(new.counts, false);
  goes boolean := coalesce(old.counts, false);
begin
  -- A deleted recipe takes its counters with it.
  if tg_op = 'DELETE' and not exists (select from recipes where id = old.recipe_id) then
    return null;
  end if;
  if comes or goes then
    update recipes
    set upvotes = upvotes + one_if(comes and new.vote = 'UP') - one_if(goes and old.vote = 'UP'),
        downvotes = downvotes + one_if(comes and new.vote = 'DOWN') - one_if(goes and old.vote = 'DOWN')
    where id = coalesce(new.recipe_id, old.recipe_id);
    perform lift_coffee(
      coalesce(new.recipe_id, old.recipe_id),
      one_if(comes) * trend_weight(new.created_at) - one_if(goes) * trend_weight(old.created_at)
    );
  end if;
  return null;
end $$;

CREATE FUNCTION decide_near_copies(of_recipe integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  update recipes
  set is_near_copy = decided.is_near
  from (
    select variation.id, nearly_repeats(variation, original, fork.step_points) as is_near
    from recipe_forks fork
    join recipes variation on variation.id = fork.recipe_id
    left join recipes original on original.id = fork.parent_id and original.hidden_at is null
    where fork.parent_id = of_recipe
       or fork.recipe_id = of_recipe
  ) decided
  where recipes.id = decided.id
    and recipes.is_near_copy <> decided.is_near;
end $$;

CREATE FUNCTION fold(words text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(unaccent('unaccent'::regdictionary, words));

CREATE FUNCTION follow_coffee() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update recipes
  set roast_level = new.roast_level
  where coffee_profile_id = new.id
    and roast_level <> new.roast_level;
  update coffee_trends
  set roast_level = new.roast_level,
      coffee_type = new.coffee_type
  where coffee_id = new.id;
  return null;
end $$;

CREATE FUNCTION follow_parent() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform decide_near_copies(coalesce(new.id, old.id));
  return null;
end $$;

CREATE FUNCTION forget_described_grinder() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.own_record := null;
  new.description := null;
  return new;
end
$$;

CREATE FUNCTION keep_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'The audit log is only ever added to.';
end
$$;

CREATE FUNCTION keep_personal_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if row(
    old.name, old.grind_setting, old.grind_setting_text, old.ratio, old.dose_grams, old.water_grams,
    old.water_temp_f, old.brew_time_seconds, old.steps, old.notes
  ) is not distinct from row(
    new.name, new.grind_setting, new.grind_setting_text, new.ratio, new.dose_grams, new.water_grams,
    new.water_temp_f, new.brew_time_seconds, new.steps, new.notes
  ) then
    new.edited_at := old.edited_at;
    return new;
  end if;
  insert into personal_recipe_versions (
    personal_recipe_id, version, written_at, name, grind_setting, grind_setting_text, grind_index, ratio,
    dose_grams, water_grams, water_temp_f, brew_time_seconds, steps, notes, rating
  )
  values (
    old.id, old.version, coalesce(old.edited_at, old.created_at), old.name, old.grind_setting,
    old.grind_setting_text, old.grind_index, old.ratio, old.dose_grams, old.water_grams, old.water_temp_f,
    old.brew_time_seconds, old.steps, old.notes, old.rating
  );
  new.version := old.version + 1;
  return new;
end $$;

CREATE FUNCTION keep_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if row(
    old.grinder_id, old.machine_id, old.filter_id, old.grind_setting, old.grind_setting_text, old.ratio,
    old.dose_grams, old.water_grams, old.brew_time_seconds, old.water_temp_f, old.notes, old.taste_profile, old.steps,
    case when old.roaster_recipe_id is not null then old.grind_index end
  ) is not distinct from row(
    new.grinder_id, new.machine_id, new.filter_id, new.grind_setting, new.grind_setting_text, new.ratio,
    new.dose_grams, new.water_grams, new.brew_time_seconds, new.water_temp_f, new.notes, new.taste_profile, new.steps,
    case when new.roaster_recipe_id is not null then new.grind_index end
  ) then
    new.edited_at := old.edited_at;
    return new;
  end if;
  insert into recipe_versions (
    recipe_id, version, written_at, grinder_id, machine_id, filter_id, grind_setting, grind_setting_text,
    grind_index, ratio, dose_grams, water_grams, brew_time_seconds, water_temp_f, notes, taste_profile, steps
  )
  values (
    old.id, old.version, coalesce(old.edited_at, old.created_at), old.grinder_id, old.machine_id, old.filter_id,
    old.grind_setting, old.grind_setting_text, old.grind_index, old.ratio, old.dose_grams, old.water_grams,
    old.brew_time_seconds, old.water_temp_f, old.notes, old.taste_profile, old.steps
  );
  new.version := old.version + 1;
  return new;
end $$;

CREATE FUNCTION kinds_of_coffee(roast_level text, coffee_type text, origin_id integer) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_remove(ARRAY[('ROAST '::text || roast_level), ('TYPE '::text || coffee_type), ('ORIGIN '::text || origin_id)], NULL::text);

CREATE FUNCTION known_origin(origin text) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  folded text := fold(origin);
  known integer := (select min(id) from coffee_origins where coffee_origins.origin = folded);
begin
  if known is null and folded is not null then
    insert into coffee_origins (origin) values (folded) returning id into known;
  end if;
  return known;
end $$;

CREATE FUNCTION lift_coffee(of_recipe integer, weight double precision) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  update coffee_trends
  set trending = greatest(0, trending + weight)
  from recipes
  where recipes.id = of_recipe
    and recipes.is_listed
    and coffee_id = recipes.coffee_profile_id;
end $$;

CREATE FUNCTION mailbox_of(address text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(lower(address), '\+[^@]*@'::text, '@'::text);

CREATE FUNCTION make_event_partitions(around timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  month timestamptz;
  partition text;
begin
  -- Two sweeps take turns; writers do not wait.
  lock table events in share update exclusive mode;
  for step in 0..2 loop
    month := (date_trunc('month', around at time zone 'UTC') + step * interval '1 month') at time zone 'UTC';
    partition := 'events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like events including defaults including constraints)', partition);
    execute format(
      'with waiting as (delete from events_default where at >= %L and at < %L returning *)
       insert into %I select * from waiting',
      month, month + interval '1 month', partition
    );
    execute format(
      'alter table events attach partition %I for values from (%L) to (%L)',
      partition, month, month + interval '1 month'
    );
  end loop;
end $$;

CREATE FUNCTION moved_since(as_of pg_snapshot) RETURNS TABLE(recipe_id integer, wilson_score double precision, upvotes integer, downvotes integer, brew_count integer)
    LANGUAGE plpgsql STABLE ROWS 100
    AS $$
#variable_conflict use_column
begin
  return query
    select distinct on (recipe_id) recipe_id, wilson_score, upvotes, downvotes, brew_count
    from recipe_moves
    where moved_by >= pg_snapshot_xmin(as_of)
      and not pg_visible_in_snapshot(moved_by, as_of)
    order by recipe_id, id;
end $$;

CREATE FUNCTION nearly_repeats(variation recipes, original recipes, step_points double precision) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN COALESCE((((variation).coffee_profile_id = (original).coffee_profile_id) AND ((variation).brew_method = (original).brew_method) AND (abs(((variation).grind_index - (original).grind_index)) <= (step_points + (0.01)::double precision)) AND (round(((variation).ratio)::numeric, 1) = round(((original).ratio)::numeric, 1)) AND (NOT ((variation).water_temp_f IS DISTINCT FROM (original).water_temp_f)) AND (NOT ((variation).brew_time_seconds IS DISTINCT FROM (original).brew_time_seconds)) AND (NOT ((variation).steps IS DISTINCT FROM (original).steps))), false);

CREATE FUNCTION new_bag_code() RETURNS text
    LANGUAGE sql
    AS $$
  select string_agg(substr('023456789abcdefghjkmnpqrstuvwxyz', (get_byte(random, at) & 31) + 1, 1), '')
  from (select uuid_send(gen_random_uuid()) as random) drawn,
       -- The bytes of a UUID that are entirely random.
       unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11]) at
$$;

CREATE FUNCTION newest_brew_ids(of_user integer, most integer, before_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, before_id integer DEFAULT 0) RETURNS SETOF integer
    LANGUAGE sql STABLE ROWS 20
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    AS $$
  select id
  from brew_logs
  where user_id = of_user
    and (brewed_at, id) < (before_at, before_id)
  order by brewed_at desc, id desc
  limit most
$$;

CREATE FUNCTION note_move() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into recipe_moves (recipe_id, wilson_score, upvotes, downvotes, brew_count)
  values (old.id, old.wilson_score, old.upvotes, old.downvotes, old.brew_count);
  return null;
end $$;

CREATE FUNCTION note_origin() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.origin_id := known_origin(new.origin);
  return new;
end $$;

CREATE FUNCTION note_recipe_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  select version
  into new.recipe_version
  from recipes
  where id = new.recipe_id;
  return new;
end $$;

CREATE FUNCTION note_words(search_text text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
begin
  insert into coffee_words (word)
  select distinct used.word
  from unnest(string_to_array(search_text, ' ')) used (word)
  where used.word !~ '^[0-9]*$'
    and not exists (select from coffee_words where coffee_words.word = used.word);
end $_$;

CREATE FUNCTION one_if(fact boolean) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE((fact)::integer, 0);

CREATE FUNCTION parted(words text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(translate(words, '''`’'::text, ''::text), (((((((((((((((('[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed'::text || '\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f'::text) || '\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9'::text) || '\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09fb\u09fd'::text) || '\u0a76\u0af0-\u0af1\u0b70\u0b72-\u0b77\u0bf0-\u0bfa\u0c77-\u0c7f\u0c84\u0d4f\u0d58-\u0d5e'::text) || '\u0d70-\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f2a-\u0f34\u0f36\u0f38'::text) || '\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u137c'::text) || '\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16f0\u1735-\u1736\u17d4-\u17d6'::text) || '\u17d8-\u17db\u17f0-\u180a\u180e\u1940-\u1945\u19da-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad'::text) || '\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3'::text) || '\u200b-\u20c1\u2104-\u212e\u213a-\u214d\u214f-\u2182\u2185-\u2bff\u2ce5-\u2cea\u2cf9-\u2cff\u2d70'::text) || '\u2e00-\u2e2e\u2e30-\u3004\u3007-\u3029\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191'::text) || '\u31c0-\u31ef\u3248-\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e'::text) || '\ua6e6-\ua6ef\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua830-\ua839\ua874-\ua877'::text) || '\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f'::text) || '\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ufbb2-\ufdff\ufe45-\ufe46'::text) || '\ufeff-\ufffd\U0001f000-\U0001fbff\U000e0001-\U000e007f]'::text), ' '::text, 'g'::text);

CREATE FUNCTION place_fork() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform decide_near_copies(new.recipe_id);
  return null;
end $$;

CREATE FUNCTION plainly(words text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN NORMALIZE(regexp_replace(NORMALIZE(words, NFKD), '[\u0300-\u036f\u00ad\u200c-\u200f\u2060\ufe00-\ufe0f\ufeff]'::text, ''::text, 'g'::text), NFC);

CREATE FUNCTION recount_coffees() RETURNS void
    LANGUAGE sql
    AS $$
  with counted as (
    select coffee_profile_id as id, count(*) as recipe_count
    from recipes
    where is_listed
    group by coffee_profile_id
  )
  update coffees
  set recipe_count = counted.recipe_count
  from counted
  where counted.id = coffees.id;
  with lifted as (
    select recipe_id, sum(trend_weight(created_at)) as weight
    from lifts
    group by recipe_id
  ), counted as (
    select recipes.coffee_profile_id as id, sum(lifted.weight) as trending
    from recipes
    join lifted on lifted.recipe_id = recipes.id
    where recipes.is_listed
    group by recipes.coffee_profile_id
  )
  update coffee_trends
  set trending = counted.trending
  from counted
  where counted.id = coffee_id;
$$;

CREATE FUNCTION recount_recipe_kinds() RETURNS void
    LANGUAGE sql
    AS $$
  delete from recipes_by_gear;
  insert into recipes_by_gear (grinder_id, machine_id, brew_method, roast_level, recipes)
  select grinder_id, machine_id, brew_method, roast_level, count(*)
  from recipes
  where is_listed
  group by grinder_id, machine_id, brew_method, roast_level;
  delete from recipes_by_style;
  insert into recipes_by_style (brew_method, roast_level, grind_range, brew_time_range, taste_level, recipes)
  select brew_method, roast_level, coalesce(grind_range, ''), coalesce(brew_time_range, ''), taste_level, count(*)
  from recipes
  where is_listed
  group by 1, 2, 3, 4, 5;
  insert into taste_cells (taste)
  select distinct taste
  from recipes
  where taste is not null
  on conflict do nothing;
$$;

CREATE FUNCTION recount_recipes() RETURNS void
    LANGUAGE sql
    AS $$
  update recipes
  set (upvotes, downvotes) = (
        select count(*) filter (where vote = 'UP'), count(*) filter (where vote = 'DOWN')
        from votes
        where recipe_id = recipes.id
          and counts
      ),
      (rating_sum, rating_count) = (
        select coalesce(sum(rating), 0), count(*)
        from ratings
        where recipe_id = recipes.id
          and counts
      ),
      brew_count = (select count(*) from brew_logs where recipe_id = recipes.id),
      save_count = (select count(*) from saved_recipes where community_recipe_id = recipes.id),
      comment_count = (select count(*) from comments where recipe_id = recipes.id);
$$;

CREATE FUNCTION recount_roasters() RETURNS void
    LANGUAGE sql
    AS $$
  update roasters
  set (coffee_count, recipe_count) = (
        select count(*), coalesce(sum(recipe_count), 0)
        from coffees
        where roaster_id = roasters.id
      ),
      follower_count = (select count(*) from roaster_follows where roaster_id = roasters.id);
$$;

CREATE FUNCTION rename_in_search_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update coffees
  set name = name
  where roaster_id = new.id;
  return null;
end $$;

CREATE FUNCTION rewrite_search_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  written text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  known integer := known_origin(new.origin);
begin
  perform note_words(written);
  update coffees
  set search_text = written,
      origin_id = known
  where id = new.id
    and (search_text <> written or origin_id is distinct from known);
  return null;
end $$;

CREATE FUNCTION search_text_of(name text, roaster_name text, origin text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((' '::text || CASE WHEN (octet_length(concat_ws(' '::text, name, roaster_name, origin)) = length(concat_ws(' '::text, name, roaster_name, origin))) THEN translate(fold(concat_ws(' '::text, name, roaster_name, origin)), '!"#$%&()*+,-./:;<=>?@[\]^_{|}~	
''`'::text, repeat(' '::text, 33)) ELSE translate(fold(parted(plainly(concat_ws(' '::text, name, roaster_name, origin)))), 'ς'::text, 'σ'::text) END) || ' '::text);

CREATE FUNCTION trend_weight(at timestamp with time zone) RETURNS double precision
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN CASE WHEN (at IS NULL) THEN (0)::double precision ELSE power((2)::double precision, LEAST((1000)::double precision, GREATEST(('-1000'::integer)::double precision, ((EXTRACT(epoch FROM (at - '2020-01-01 00:00:00+00'::timestamp with time zone)))::double precision / (604800)::double precision)))) END;

CREATE FUNCTION words_like(given text) RETURNS TABLE(word text, closeness double precision)
    LANGUAGE plpgsql STABLE ROWS 5
    SET "pg_trgm.word_similarity_threshold" TO '0.4'
    SET enable_seqscan TO 'off'
    AS $_$
#variable_conflict use_column
begin
  return query
    select alike.word, least(max(alike.closeness), 0.99)
    from (
      select known.word, word_similarity(given, known.word)::float8
      from coffee_words known
      where length(given) > 2
        and given !~ '^[0-9]*$'
        and given <% known.word
      union all
      select known.word, 0.7
      from coffee_words known
      where length(given) > 3
        and known.word = any (array(
          select overlay(given placing reverse(substr(given, place, 2)) from place for 2)
          from generate_series(1, length(given) - 1) place
        ))
    ) alike (word, closeness)
    where not starts_with(alike.word, given)
      and (alike.closeness >= 0.42 or strict_word_similarity(given, alike.word) >= 0.25)
    group by alike.word
    order by 2 desc, 1
    limit 5;
end $_$;

CREATE FUNCTION write_search_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.search_text := search_text_of(new.name, (select name from roasters where id = new.roaster_id), new.origin);
  perform note_words(new.search_text);
  return new;
end $$;
