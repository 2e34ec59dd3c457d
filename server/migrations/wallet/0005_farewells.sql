CREATE TABLE "farewells" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"envelope" jsonb NOT NULL,
	"send_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "farewells_send_at_index" ON "farewells" USING btree ("send_at");