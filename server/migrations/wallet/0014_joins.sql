CREATE TABLE "joins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"number" text NOT NULL,
	"numbers" jsonb NOT NULL,
	"state" text NOT NULL,
	"picked_by" uuid,
	"handover" jsonb,
	"created_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "opened_at" bigint;--> statement-breakpoint
ALTER TABLE "joins" ADD CONSTRAINT "joins_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "joins_user_id_index" ON "joins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "joins_session_id_index" ON "joins" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "joins_ends_at_index" ON "joins" USING btree ("ends_at");