ALTER TABLE "key_sets" ADD COLUMN "passkey_key_iv" text;--> statement-breakpoint
ALTER TABLE "key_sets" ADD COLUMN "passkey_key_data" text;