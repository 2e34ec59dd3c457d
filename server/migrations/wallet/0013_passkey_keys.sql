CREATE TABLE "passkey_keys" (
	"set_id" uuid PRIMARY KEY NOT NULL,
	"algorithm" integer NOT NULL,
	"spki" text NOT NULL,
	"sign_count" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkey_keys" ADD CONSTRAINT "passkey_keys_set_id_key_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."key_sets"("id") ON DELETE cascade ON UPDATE no action;