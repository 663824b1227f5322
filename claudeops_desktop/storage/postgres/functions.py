"""The functions of SQLite that the application's SQL uses, on the server, with the meaning they have in SQLite."""

from __future__ import annotations

VALUES = r"""
CREATE FUNCTION lite_truth(boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT $1::int::bigint';
CREATE FUNCTION lite_int(double precision) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT trunc($1)::bigint';
CREATE FUNCTION lite_int(bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT $1';
CREATE FUNCTION lite_int(text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT coalesce(substring($1 from '^\s*([+-]?\d+)')::bigint, CASE WHEN $1 IS NULL THEN NULL ELSE 0 END) $$;
CREATE FUNCTION lite_max(anycompatible, anycompatible) RETURNS anycompatible LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS 'SELECT greatest($1, $2)';
CREATE FUNCTION lite_min(anycompatible, anycompatible) RETURNS anycompatible LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS 'SELECT least($1, $2)';
CREATE FUNCTION lite_round(double precision, integer DEFAULT 0) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT round($1::numeric, $2)::double precision';
CREATE FUNCTION lite_julianday(text) RETURNS double precision LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT (round(extract(epoch FROM nullif($1, '')::timestamptz) * 1000) + 210866760000000)::double precision
        / 86400000.0 $$;
CREATE FUNCTION lite_strftime(text, text, text DEFAULT '0 seconds') RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    form text := replace(replace($1, 'T', '"T"'), 'Z', '"Z"');
    pair text[];
BEGIN
    FOREACH pair SLICE 1 IN ARRAY ARRAY[['%Y', 'YYYY'], ['%m', 'MM'], ['%d', 'DD'], ['%H', 'HH24'], ['%M', 'MI'],
        ['%S', 'SS'], ['%f', 'SS.MS'], ['%j', 'DDD'], ['%%', '%']] LOOP
        form := replace(form, pair[1], pair[2]);
    END LOOP;
    RETURN to_char((nullif($2, '')::timestamptz + $3::interval) AT TIME ZONE 'UTC', form);
END $$;
"""
ROWS = r"""
ALTER FUNCTION lite_json_each(text) ROWS 10;  -- else a thousand are expected, and tables are read as a whole
CREATE OR REPLACE FUNCTION lite_update_or_ignore(place text, becomes text, chosen text) RETURNS bigint
    LANGUAGE plpgsql AS $$
DECLARE
    one tid; done bigint := 0;
BEGIN
    FOR one IN EXECUTE format('SELECT ctid FROM claudeops.%I WHERE %s', place, chosen) LOOP
        BEGIN
            EXECUTE format('UPDATE claudeops.%I SET %s WHERE ctid = $1', place, becomes) USING one;
            done := done + 1;
        EXCEPTION WHEN unique_violation THEN NULL;  -- its like is there already
        END;
    END LOOP;
    RETURN done;
END $$;
CREATE OR REPLACE FUNCTION lite_numbers_along() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    highest bigint; given bigint;
BEGIN
    EXECUTE format('SELECT max(id) FROM claudeops.%I', TG_TABLE_NAME) INTO highest;
    given := coalesce(pg_sequence_last_value(TG_ARGV[0]::regclass), 0);
    IF highest > given THEN  -- a row that brought its number along: no later one is given it again
        PERFORM setval(TG_ARGV[0]::regclass, highest);
    END IF;
    RETURN NULL;
END $$;
"""
"""Also run on a store of an earlier version, when it is brought up to date."""
JSON = r"""
-- PostgreSQL 15 has no IS JSON.
CREATE FUNCTION lite_json_valid(text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM $1::json;
    RETURN 1;
EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
    RETURN 0;
END $$;
CREATE FUNCTION lite_json_each(text) RETURNS TABLE (key text, value text) LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF $1 IS NULL THEN
        RETURN;
    ELSIF json_typeof($1::json) = 'array' THEN
        RETURN QUERY SELECT (place - 1)::text, said
            FROM json_array_elements_text($1::json) WITH ORDINALITY each(said, place);
    ELSIF json_typeof($1::json) = 'object' THEN
        RETURN QUERY SELECT * FROM json_each_text($1::json);
    ELSE
        RETURN QUERY SELECT NULL::text, $1::json #>> '{}';
    END IF;
END $$;
CREATE FUNCTION lite_json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT $1::json #>> string_to_array(
        ltrim(regexp_replace(ltrim($2, '$'), '\[(\d+)\]', '.\1', 'g'), '.'), '.') $$;
CREATE FUNCTION lite_json_array_length(text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT CASE json_typeof($1::json) WHEN 'array' THEN json_array_length($1::json)::bigint ELSE 0 END $$;
"""
WORDS = r"""
CREATE TEXT SEARCH DICTIONARY lite_porter (TEMPLATE = snowball, LANGUAGE = porter);
CREATE TEXT SEARCH CONFIGURATION lite_words (PARSER = default);
ALTER TEXT SEARCH CONFIGURATION lite_words ADD MAPPING FOR asciiword, word, numword, asciihword, hword, numhword,
    hword_asciipart, hword_part, hword_numpart, int, uint, float, sfloat, version, email, url, url_path, host, file
    WITH lite_porter;
CREATE FUNCTION lite_plain(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(regexp_replace(lower(normalize(coalesce($1, ''), NFKD)), '[\u0300-\u036f]', '', 'g'),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf'
        '\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f]+', ' ', 'g')) $$;
CREATE FUNCTION lite_vector(text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT to_tsvector('claudeops.lite_words', lite_plain($1)) $$;
CREATE FUNCTION lite_words_query(text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT to_tsquery('claudeops.lite_words', $1) $$;
CREATE FUNCTION lite_words_statistics(source text, asked tsquery) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
    total bigint; average double precision; lexeme text; held bigint; telling jsonb := '{}';
BEGIN
    EXECUTE format('SELECT count(*), coalesce(avg(length), 0) FROM claudeops.%I', source) INTO total, average;
    FOR lexeme IN SELECT DISTINCT part[1] FROM regexp_matches(asked::text, '''([^'']+)''', 'g') part LOOP
        EXECUTE format('SELECT count(*) FROM claudeops.%I WHERE words @@ $1', source)
            INTO held USING ('''' || lexeme || '''')::tsquery;
        telling := telling || jsonb_build_object(lexeme,
            greatest(ln((total - held + 0.5) / (held + 0.5)), 0.000001));
    END LOOP;
    RETURN jsonb_build_object('average', greatest(average, 1), 'telling', telling);
END $$;
CREATE FUNCTION lite_bm25(words tsvector, length integer, about jsonb, worth double precision[])
    RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT -coalesce(sum((about->'telling'->>lexeme)::double precision * (often * 2.2)
        / (often + 1.2 * (0.25 + 0.75 * length / (about->>'average')::double precision))), 0)
    FROM (SELECT u.lexeme, (SELECT sum(coalesce(worth[ascii(mark) - 64], worth[array_length(worth, 1)]))
        FROM unnest(u.weights) mark) often FROM unnest(words) u WHERE about->'telling' ? u.lexeme) counted $$;
CREATE FUNCTION lite_words_of(given jsonb, columns text[], OUT words tsvector, OUT length integer)
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    place integer := 0; said text;
BEGIN
    words := ''::tsvector; length := 0;
    FOREACH said IN ARRAY columns LOOP
        place := place + 1;
        words := words || setweight(claudeops.lite_vector(given->>said), chr(64 + least(place, 4))::"char");
        length := length + coalesce(array_length(regexp_split_to_array(
            nullif(claudeops.lite_plain(given->>said), ''), ' '), 1), 0);
    END LOOP;
END $$;
CREATE FUNCTION lite_words_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        EXECUTE format('DELETE FROM claudeops.%I WHERE rowid = $1', TG_ARGV[0]) USING OLD.id;
        RETURN OLD;
    END IF;
    EXECUTE format('INSERT INTO claudeops.%I (rowid, words, length) SELECT $1, words, length'
        ' FROM claudeops.lite_words_of($2, $3) ON CONFLICT (rowid)'
        ' DO UPDATE SET words = excluded.words, length = excluded.length', TG_ARGV[0])
        USING NEW.id, to_jsonb(NEW), string_to_array(TG_ARGV[1], ',');
    RETURN NEW;
END $$;
CREATE TABLE lite_word_indexes (name text PRIMARY KEY, source text NOT NULL, columns text NOT NULL);
CREATE FUNCTION lite_words_command(asked text, command text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    about claudeops.lite_word_indexes;
BEGIN
    SELECT * INTO STRICT about FROM claudeops.lite_word_indexes WHERE name = asked;
    IF command = 'rebuild' THEN
        EXECUTE format('DELETE FROM claudeops.%I', asked);
        EXECUTE format('INSERT INTO claudeops.%I (rowid, words, length) SELECT t.id, w.words, w.length'
            ' FROM claudeops.%I t CROSS JOIN LATERAL claudeops.lite_words_of(to_jsonb(t), $1) w', asked, about.source)
            USING string_to_array(about.columns, ',');
    ELSIF command NOT IN ('optimize', 'integrity-check', 'merge') THEN  -- those are SQLite's own to do
        RAISE EXCEPTION 'a word index does not know the command %', command;
    END IF;
END $$;
"""
CATALOG = r"""
CREATE VIEW sqlite_master AS
    SELECT CASE relkind WHEN 'i' THEN 'index' ELSE 'table' END AS type, relname::text AS name,
        relname::text AS tbl_name, ''::text AS sql
    FROM pg_class WHERE relnamespace = 'claudeops'::regnamespace AND relkind IN ('r', 'i')
        AND relname NOT LIKE 'lite\_%' AND relname NOT IN (SELECT w.name FROM lite_word_indexes w);
"""
ALL = (VALUES, JSON, ROWS, WORDS, CATALOG)
