CREATE TABLE "devices" (
	"wallet_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"recognised_until" bigint NOT NULL,
	CONSTRAINT "devices_wallet_id_set_id_public_key_pk" PRIMARY KEY("wallet_id","set_id","public_key")
);
--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "owner_hash" text;