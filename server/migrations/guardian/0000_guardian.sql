CREATE TABLE "attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"client_hash" text NOT NULL,
	"host" text NOT NULL,
	"code_mac" text NOT NULL,
	"code_ends_at" bigint NOT NULL,
	"tries" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"release_at" bigint,
	"released_at" bigint,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counts" (
	"key" text NOT NULL,
	"ends_at" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "counts_key_ends_at_pk" PRIMARY KEY("key","ends_at")
);
--> statement-breakpoint
CREATE TABLE "enrolments" (
	"wallet_id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"address_mac" text NOT NULL,
	"sealed_address" text NOT NULL,
	"sealed_share" text NOT NULL,
	"created_at" bigint NOT NULL,
	"failures" integer NOT NULL,
	"frozen_until" bigint NOT NULL,
	CONSTRAINT "enrolments_wallet_id_set_id_pk" PRIMARY KEY("wallet_id","set_id")
);
--> statement-breakpoint
CREATE TABLE "envelopes" (
	"hash" text PRIMARY KEY NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempts_wallet_id_index" ON "attempts" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "attempts_ends_at_index" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "counts_ends_at_index" ON "counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "envelopes_ends_at_index" ON "envelopes" USING btree ("ends_at");